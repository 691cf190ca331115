"""How a position lies in memory: pieces, registers, trays, hashes."""
