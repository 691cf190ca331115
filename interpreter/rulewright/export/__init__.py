"""Games as pages of their own: everything in one file, which needs no server, no network and nothing installed."""
