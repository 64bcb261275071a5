// migrations.0051_drop_episode_vector: the index of earlier stores has too few neighbours a node
// mode: schema
DROP INDEX episode_vector IF EXISTS
