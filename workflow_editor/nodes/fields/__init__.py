"""Parts of configs that several node types share: ports, tools, names, files. Pure."""
