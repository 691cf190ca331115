"""Many games of one sort side by side, as arrays: what learners step through (`rulewright.batch`)."""
