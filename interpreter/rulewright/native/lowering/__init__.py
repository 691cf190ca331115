"""The rules lowered to the kernel, construct by construct."""
