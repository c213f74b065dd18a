"""The warehouse: every table and view in one DuckDB file, published whole.

Belongs here: building and replacing the file, and reading it. Does not belong here: computing anything new; views
are statements in `sql/views/`.
"""
