"""From the bytes of a game file to checked rules: one module a stage."""
