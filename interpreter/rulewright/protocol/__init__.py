"""Any game as an engine for other programs: a JSON object a line, both ways (docs/programs.md)."""
