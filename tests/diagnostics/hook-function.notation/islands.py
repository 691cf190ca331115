def short_format(view, moves):
    return [move.label for move in moves]
