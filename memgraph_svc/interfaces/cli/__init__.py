"""Command line: parse, call the service, render. It holds no rules of its own."""
