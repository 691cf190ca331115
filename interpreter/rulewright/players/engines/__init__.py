"""Other people's programs at the table: they run as processes of their own, and talk in lines."""
