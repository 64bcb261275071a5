"""Gisters."""
