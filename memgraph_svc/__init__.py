"""Memory of LLM agents in Neo4j."""
