def in_one(view, stones):
    return bin(stones).count("1") < 2
