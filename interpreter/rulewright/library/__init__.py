"""The games that Rulewright brings along: what proves them, and what a new one can begin with."""
