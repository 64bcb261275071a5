// migrations.0037_stated_facts: give the facts of earlier stores their ends and, for each source, its claim
// mode: schema
// column claims INTEGER
MATCH (s:Entity)-[f:RELATES_TO]->(o:Entity)
WHERE f.live_to_ms IS NULL
SET f.subject = s.canonical_name, f.object = o.canonical_name, f.live_to_ms = f.valid_to_ms
WITH s, f, o, CASE WHEN size(f.sources) = 0 THEN [''] ELSE f.sources END AS sources
UNWIND range(0, size(sources) - 1) AS i
OPTIONAL MATCH (e:Episode {namespace: f.namespace, episode_id: sources[i]})
CREATE (s)-[c:CLAIMS {namespace: f.namespace, fact_id: f.fact_id, subject: f.subject, object: f.object,
  predicate: f.predicate, text: f.text, source: sources[i], said_at_ms: coalesce(e.occurred_at_ms, 9007199254740991),
  confidence: coalesce(f.source_confidences[i], f.confidence), firm: true, functional: f.functional, asserted: false,
  valid_from_ms: f.valid_from_ms, valid_to_ms: f.valid_to_ms, recorded_at: f.recorded_at,
  recorded_at_ms: f.recorded_at_ms, retracted_at_ms: 9007199254740991}]->(o)
SET c.valid_from = f.valid_from, c.valid_to = f.valid_to,
  c.functional_of = CASE WHEN f.functional THEN f.subject END
RETURN count(c) AS claims
