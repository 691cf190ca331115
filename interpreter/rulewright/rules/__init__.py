"""Rules: what the language compiles to and the engines read. No YAML, no syntax: names resolved, types known."""
