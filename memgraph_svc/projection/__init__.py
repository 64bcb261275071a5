"""Projections of a namespace into Graph Data Science, and PageRank on them."""
