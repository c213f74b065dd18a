-- One row per partition that the store holds: which file counts, its versions and the inputs it was made from.
SELECT *
FROM read_json(
    '$root/**/current.json',
    columns = {
        asset: 'VARCHAR',
        partition: 'VARCHAR',
        file: 'VARCHAR',
        data_version: 'VARCHAR',
        code_version: 'VARCHAR',
        rows: 'BIGINT',
        run_id: 'VARCHAR',
        written_at: 'VARCHAR',
        failed_check: 'VARCHAR',
        inputs: 'STRUCT(asset VARCHAR, partition VARCHAR, data_version VARCHAR)[]'
    }
)
