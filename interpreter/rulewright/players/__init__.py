"""Who plays: programs that choose moves in any game, from nothing but what the engine gives."""
