// admin.gds_version: version of the Graph Data Science plugin
// mode: read
// column version STRING
RETURN gds.version() AS version
