"""Rule texts: grammar, syntax tree, printing, and mistakes of syntax."""
