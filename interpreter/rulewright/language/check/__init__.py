"""From a merged document to checked rules: names resolved, types known, sizes and bounds computed.

One module a subject. `world.World` is the workbench they share; `compile.check` runs them in order.
"""
