"""The memory systems, each one class, each working through the others.

| service | uses the repositories |
| --- | --- |
| ``episode_store`` (and its helpers) | episodes, entities, facts, links, causes |
| ``zettelkasten``, ``linker`` | links, episodes |
| ``temporal_graph`` | entities, episodes |
| ``ppr_retrieval``, ``query_entities`` | entities, facts, search, episodes, and the projection |
| ``searcher`` (with ``arms``, ``ranking``) | search, entities |
| ``preparer`` | entities, facts |
| ``health`` | admin |
| ``ingest`` | none: it reads lines for ``episode_store`` |
| ``memory`` | none: it is the facade over the others |
"""
