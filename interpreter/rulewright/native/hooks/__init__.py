"""Foreign function calls: hooks by the phrase of their `same_as`, or by a callback into Python."""
