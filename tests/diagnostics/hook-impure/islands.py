calls = []


def in_one(view, stones):
    calls.append(stones)
    return len(calls) % 2 == 1
