"""The games as a folder of pages that any web host can show: `rulewright site`."""
