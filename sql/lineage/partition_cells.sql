-- One row per asset and partition that the definitions know; read from the store at every query.
SELECT unnest(cells, recursive := true)
FROM read_json(
    '$root/lineage.json',
    columns = {
        cells: 'STRUCT("position" INTEGER, asset VARCHAR, "partition" VARCHAR, code_version VARCHAR, room VARCHAR)[]'
    }
)
