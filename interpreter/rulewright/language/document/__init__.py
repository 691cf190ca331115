"""YAML as plain nodes, each with its place in the text."""
