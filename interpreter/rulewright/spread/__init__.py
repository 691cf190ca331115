"""Work that is spread: over processes here, over other machines, and over several runs."""
