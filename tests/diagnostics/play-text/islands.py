def names_format(view, moves):
    return [f"stone {move.target + 1}" for move in moves]


def names_parse(view, text, moves):
    """Counts from 0 where the other one counts from 1."""
    number = text.removeprefix("stone ")
    for index, move in enumerate(moves):
        if number == str(move.target):
            return index
    return None
