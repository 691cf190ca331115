"""Help while a game file is being written: what is wrong, what may come next, what a word means.

Text and a place in it go in, plain data comes out; nothing here knows of a server or a page. A file that is being
typed is broken most of the time, so all of it works on texts that cannot be read. Offsets count characters.
"""
