"""Measuring retrieval: lines of a corpus as episodes, a run over questions, and its figures."""
