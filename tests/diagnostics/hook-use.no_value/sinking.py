def sink(view, stones):
    # Nothing sinks in this example.
    return []
