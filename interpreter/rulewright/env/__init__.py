"""Every game as an environment of the libraries that learners use: PettingZoo, Gymnasium, OpenSpiel."""
