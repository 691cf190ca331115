"""Lowering (code generation to an intermediate representation): the rules as kernel, construct by construct."""
