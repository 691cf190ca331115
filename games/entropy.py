"""What the game Entropy asks of Python."""

UP = 0  # the numbers of the directions n and e
RIGHT = 2


def palindromes(view, area):
    """The points of Order: every row of chips that reads the same both ways counts its length.

    A row has two chips or more, lies in one column or one line of `area`, and has no gap. Rows inside rows count too.
    """
    points = 0
    for direction in (UP, RIGHT):
        for first in range(view.n):
            last = first
            length = 0
            while last >= 0 and area >> last & 1 and view.state(last) >= 0:
                length += 1
                if length > 1 and _same_both_ways(view, first, direction, length):
                    points += length
                last = view.next(direction, last)
    return points


def _same_both_ways(view, first, direction, length):
    """Whether the row of `length` chips that begins at `first` is a palindrome."""
    start = first
    for distance in range(length - 1, 0, -2):
        end = start
        for _ in range(distance):
            end = view.next(direction, end)
        if view.state(start) != view.state(end):
            return False
        start = view.next(direction, start)
    return True
