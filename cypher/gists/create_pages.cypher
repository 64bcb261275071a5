// gists.create_pages: write the pages of a gist, and what episodes they cover
// mode: write
// param namespace STRING - tenant
// param gist_id STRING - gist
// param rows LIST<MAP> - page_id, props, embedding, episode_ids
CYPHER 25
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
UNWIND $rows AS row
CREATE (g)-[:HAS_PAGE {namespace: $namespace}]->(p:Page {namespace: $namespace, page_id: row.page_id})
SET p += row.props
WITH p, row
CALL db.create.setNodeVectorProperty(p, 'embedding', row.embedding)
WITH p, row
UNWIND row.episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
CREATE (p)-[:COVERS {namespace: $namespace}]->(e)
