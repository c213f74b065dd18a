"""The picture of the lineage, drawn from the definitions.

Belongs here: Mermaid text. Does not belong here: pages (`pages.py`).
"""

from legal_assets.definitions import LINEAGE, defs


def lineage_diagram() -> str:
    """Return the lineage as a Mermaid flowchart: a box for each room, in it the assets that are computed together."""
    graph = defs.resolve_asset_graph()
    names = {key.path[-1]: graph.get(key) for key in graph.toposorted_asset_keys}
    # What reads nothing is drawn last, so that rooms stand in the order of the lineage.
    steps = sorted((step.assets for step in LINEAGE.steps), key=lambda assets: not names[assets[0]].parent_keys)
    imported = [(name,) for name, node in names.items() if not node.is_executable]
    box_of = {asset: f"s{number}" for number, assets in enumerate([*imported, *steps]) for asset in assets}
    rooms: dict[str, list[str]] = {}
    for assets in [*imported, *steps]:
        label = "<br/>".join(assets)
        rooms.setdefault(str(names[assets[0]].group_name), []).append(f'    {box_of[assets[0]]}["{label}"]')
    sinks = {
        box_of[name]
        for name, node in names.items()
        if node.is_executable and node.parent_keys and node.partitions_def is None
    }
    edges = dict.fromkeys(
        (box_of[parent.path[-1]], box_of[name])
        for name, node in names.items()
        for parent in sorted(node.parent_keys)
        if box_of[name] not in sinks
    )
    ends = dict.fromkeys(box for box in box_of.values() if box not in sinks and all(box != tail for tail, _ in edges))
    lines = ["flowchart LR"]
    for room, boxes in rooms.items():
        lines += [f"  subgraph {room}", *boxes, "  end"]
    lines += [f"  folder([imported folder]) --> {box_of[assets[0]]}" for assets in imported]
    lines += [f"  {tail} --> {head}" for tail, head in edges]
    lines += [f"  {tail} -. every table .-> {head}" for tail in ends for head in sorted(sinks)]
    lines += [f"  {head} --> file[(legal.duckdb)]" for head in sorted(sinks)]
    return "\n".join(lines)
