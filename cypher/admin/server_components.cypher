// admin.server_components: versions of the server
// mode: read
// column name STRING
// column version STRING
// column edition STRING
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions[0] AS version, edition
