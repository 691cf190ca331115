"""One game out of another: `extends`, options, patches."""
