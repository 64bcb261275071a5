"""Pure policy of time: what is believed of claims, and when."""
