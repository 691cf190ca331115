"""Games as other programs write them: PGN and SAN for chess and its variants, UHP for Hive, SGF, Aba-Pro."""
