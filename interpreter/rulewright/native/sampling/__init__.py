"""Uniform sampling of legal turns without listing them: what playouts are made of."""
