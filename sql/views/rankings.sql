-- Rankings of all families, read from the record; $files is replaced by the list of files.
SELECT * FROM read_parquet($files)
