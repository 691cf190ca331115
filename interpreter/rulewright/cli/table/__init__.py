"""The table that people play at: `rulewright play`."""
