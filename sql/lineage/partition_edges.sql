-- One row per asset and partition and each partition that it reads; read from the store at every query.
SELECT unnest(edges, recursive := true)
FROM read_json(
    '$root/lineage.json',
    columns = {
        edges: 'STRUCT(asset VARCHAR, "partition" VARCHAR, input_asset VARCHAR, input_partition VARCHAR)[]'
    }
)
