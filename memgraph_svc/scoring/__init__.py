"""Numeric rules of ranking, linking and seeding: pure functions on numbers and text, without input or output."""
