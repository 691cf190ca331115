"""What people see: boards drawn, moves by clicking, why a game ended."""
