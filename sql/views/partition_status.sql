-- One row per cell (asset and partition): fresh, stale or missing, and because of what.
-- Reads partition_cells and partition_edges (the definitions) and partition_pointers (what the store holds now).
WITH RECURSIVE recorded AS (
    SELECT
        asset,
        "partition",
        unnest(inputs, max_depth := 2)
    FROM (SELECT asset AS asset, "partition" AS "partition", inputs FROM partition_pointers WHERE len(inputs) > 0)
),

read_inputs AS (
    SELECT
        asset,
        "partition",
        asset_1 AS input_asset,
        partition_1 AS input_partition,
        data_version
    FROM recorded
),

changed AS (
    SELECT
        coalesce(e.asset, r.asset) AS asset,
        coalesce(e."partition", r."partition") AS "partition",
        min(coalesce(e.input_asset, r.input_asset) || ' ' || coalesce(e.input_partition, r.input_partition)) AS input
    FROM partition_edges AS e
    FULL JOIN read_inputs AS r USING (asset, "partition", input_asset, input_partition)
    LEFT JOIN partition_pointers AS p
        ON e.input_asset = p.asset AND e.input_partition = p."partition"
    WHERE coalesce(r.data_version, '') <> coalesce(p.data_version, '')
    GROUP BY ALL
),

direct AS (
    SELECT
        c.position,
        c.asset,
        c."partition",
        CASE
            WHEN p.asset IS NULL THEN 'never computed'
            WHEN p.code_version <> c.code_version THEN 'code or setting changed'
            WHEN p.failed_check <> '' THEN 'check failed: ' || p.failed_check
            WHEN x.asset IS NOT NULL THEN 'changed: ' || x.input
        END AS reason,
        p.asset IS NULL AS missing,
        p."rows",
        p.data_version,
        p.written_at
    FROM partition_cells AS c
    LEFT JOIN partition_pointers AS p ON c.asset = p.asset AND c."partition" = p."partition"
    LEFT JOIN changed AS x ON c.asset = x.asset AND c."partition" = x."partition"
),

behind (asset, "partition", origin) AS (
    SELECT
        asset,
        "partition",
        asset || ' ' || "partition"
    FROM direct
    WHERE reason IS NOT NULL
    UNION
    SELECT
        e.asset,
        e."partition",
        b.origin
    FROM behind AS b
    INNER JOIN partition_edges AS e ON b.asset = e.input_asset AND b."partition" = e.input_partition
)

SELECT
    d.position,
    d.asset,
    d."partition",
    CASE
        WHEN d.missing THEN 'missing'
        WHEN d.reason IS NOT NULL OR b.origin IS NOT NULL THEN 'stale'
        ELSE 'fresh'
    END AS status,
    coalesce(d.reason, 'upstream: ' || b.origin) AS reason,
    d.reason IS NOT NULL AS direct,
    d."rows",
    d.data_version,
    d.written_at
FROM direct AS d
LEFT JOIN (
    SELECT
        asset,
        "partition",
        min(origin) AS origin
    FROM behind
    WHERE origin <> asset || ' ' || "partition"
    GROUP BY ALL
) AS b ON d.asset = b.asset AND d."partition" = b."partition"
ORDER BY d.position, d."partition"
