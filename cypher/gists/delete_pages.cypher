// gists.delete_pages: delete pages by their ids, such as those that a gist left behind
// mode: write
// param namespace STRING - tenant
// param page_ids LIST<STRING> - pages
UNWIND $page_ids AS page_id
MATCH (p:Page {namespace: $namespace, page_id: page_id})
DETACH DELETE p
