"""The switches of the architecture panel: one table, a few kinds of editor, one row widget."""
