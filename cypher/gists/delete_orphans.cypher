// gists.delete_orphans: delete gists without their session, and pages without their gist
// mode: write
// param namespace STRING - tenant
// column deleted INTEGER
CALL () {
  MATCH (g:Gist)
  WHERE g.namespace = $namespace AND g.gist_id IS NOT NULL AND NOT EXISTS { (g)-[:SUMMARIZES]->(:Session) }
  DETACH DELETE g
  RETURN count(*) AS gists
}
CALL (gists) {
  MATCH (p:Page)
  WHERE p.namespace = $namespace AND p.page_id IS NOT NULL AND NOT EXISTS { (:Gist)-[:HAS_PAGE]->(p) }
  DETACH DELETE p
  RETURN count(*) AS pages
}
RETURN gists + pages AS deleted
