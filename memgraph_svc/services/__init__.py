"""The memory systems, each one class, each working through the others.

| service | uses the repositories |
| --- | --- |
| ``episode_store`` (and its helpers) | episodes, entities, aliases, facts, claims, links, causes |
| ``zettelkasten``, ``linker`` | links, episodes |
| ``temporal_graph``, ``fact_asserter`` (with ``fact_writer``) | entities, facts, claims, predicates, episodes |
| ``entity_graph``, ``entity_merger`` | entities, aliases, episodes, and through ``fact_writer`` facts and claims |
| ``synonyms`` | synonyms, entities, aliases |
| ``causal_graph`` | causes, episodes |
| ``ppr_retrieval``, ``query_entities`` | entities, facts, search, episodes, and the projection |
| ``crl_memory_store`` | gists, admin |
| ``crl_dictionary`` | dictionary, entities |
| ``searcher`` (with ``arms``, ``ranking``) | search, entities |
| ``preparer`` | entities, facts |
| ``health`` | admin |
| ``ingest`` | none: it reads lines for ``episode_store`` |
| ``context_builder`` | none: it asks ``searcher``, ``ppr_retrieval`` and ``temporal_graph`` |
| ``memory`` | none: it is the facade over the others |
"""
