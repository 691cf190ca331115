"""Static analysis of rules: pure functions from `Rules` to facts, for the check and both engines."""
