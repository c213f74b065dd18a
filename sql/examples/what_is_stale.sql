-- Cells that are not fresh, and because of what; looks at the store as it is now.
SELECT asset, "partition", status, reason
FROM partition_status
WHERE status <> 'fresh'
ORDER BY position, "partition"
