"""The shape of a game file by its schema, and mistakes of shape in the words of a game designer."""
