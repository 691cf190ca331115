"""Tests and their helpers; a package, since others install packages of this name, too."""
