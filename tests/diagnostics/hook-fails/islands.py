def in_one(view, stones):
    return view.connected(stones)
