def islands(stones):
    """How many groups the stones form."""
    return 0
