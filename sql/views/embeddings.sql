-- Vectors of all models, read from the record; $files is replaced by the list of files.
SELECT * FROM read_parquet($files)
