"""Running what is missing or stale, in lineage order, in this process.

Assets with different partition sets cannot share a run, so there is one run per step and partition; after each step
the status is looked at again, because a step that brought the same bytes leaves everything below it fresh.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

import dagster as dg
import polars as pl

from legal_assets.storage.partitions import WHOLE, PartitionStore
from legal_assets.wiring.graph import Lineage, Step
from legal_assets.wiring.products import with_products
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.staleness import partition_status, write_lineage

_INTERRUPTS = frozenset({"KeyboardInterrupt", "DagsterExecutionInterruptedError"})

_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run did."""

    assets: tuple[str, ...]
    partition: str
    reason: str
    seconds: float
    rows: int
    changed: bool
    error: str | None


SOURCES = frozenset({"raw_documents", "register_citations"})
"""Assets that ask a source, whose answer may change while nothing of ours does."""

Report = Callable[[Outcome], None]
Begin = Callable[[tuple[str, ...], str, str], None]


def run_stale(
    definitions: dg.Definitions,
    lineage: Lineage,
    workspace: Workspace,
    instance: dg.DagsterInstance,
    *,
    corpora: Iterable[str],
    until: str | None = None,
    force: bool = False,
    refresh: bool = False,
    only: frozenset[str] | None = None,
    begin: Begin = lambda _assets, _partition, _reason: None,
    report: Report = lambda _: None,
) -> list[Outcome]:
    """Run every step whose cells are missing or stale, and return what was run.

    A failed cell keeps its old content and holds back only what reads it; every other cell still runs.

    Args:
        definitions: definitions of the code location.
        lineage: lineage of these definitions.
        workspace: where partitions and products are kept.
        instance: Dagster instance that records the runs.
        corpora: corpora whose partitions may run; assets without partitions always may.
        until: last asset wanted; only it and what it needs runs.
        force: run also what is fresh.
        only: run no other steps than those of these assets.
        refresh: ask the sources again, whether or not anything of ours changed.
        begin: called before each run with assets, partition and reason.
        report: called after each run.

    Raises:
        KeyboardInterrupt: a run was interrupted; what was finished before stays.
    """
    store = workspace.partitions()
    write_lineage(lineage, store.root)
    wanted = lineage.closure(until) if until else only
    allowed = set(corpora)
    failed: set[tuple[str, str]] = set()
    outcomes: list[Outcome] = []
    for step in lineage.steps:
        if wanted is not None and not wanted.intersection(step.assets):
            continue
        status = partition_status(lineage, with_products(store.pointers(), workspace))
        for partition in step.partitions:
            if partition != WHOLE and partition.split("|")[0] not in allowed:
                continue
            asked = refresh and bool(SOURCES.intersection(step.assets))
            reason = _reason(status, step, partition) or ("refresh" if asked else "forced" if force else None)
            if reason is None:
                continue
            if _blocked(lineage, step, partition, failed):
                failed.update((asset, partition) for asset in step.assets)
                continue
            begin(step.assets, partition, reason)
            outcome = _run(definitions, store, instance, step, partition, reason)
            if outcome.error:
                failed.update(_unusable(store, step, partition))
            outcomes.append(outcome)
            report(outcome)
    return outcomes


def _unusable(store: PartitionStore, step: Step, partition: str) -> Iterator[tuple[str, str]]:
    """Cells of a failed step that nothing may read; a source that did not answer leaves its last good partition."""
    is_source = bool(SOURCES.intersection(step.assets))
    for asset in step.assets:
        pointer = store.pointer(asset, partition)
        if not is_source or pointer is None or pointer.failed_check:
            yield asset, partition


def _reason(status: pl.DataFrame, step: Step, partition: str) -> str | None:
    cells = status.filter(pl.col("asset").is_in(list(step.assets)) & (pl.col("partition") == partition))
    due = cells.filter("direct")
    if due.height:
        return str(due["reason"][0])
    return None


def _blocked(lineage: Lineage, step: Step, partition: str, failed: set[tuple[str, str]]) -> bool:
    """Whether a cell reads a failed one; a sink without partitions goes on with what there is."""
    if not failed or partition == WHOLE:
        return False
    return any(
        (edge.input_asset, edge.input_partition) in failed
        for edge in lineage.edges
        if edge.asset in step.assets and edge.partition == partition
    )


def _run(
    definitions: dg.Definitions,
    store: PartitionStore,
    instance: dg.DagsterInstance,
    step: Step,
    partition: str,
    reason: str,
) -> Outcome:
    before = {asset: store.pointer(asset, partition) for asset in step.assets}
    started = perf_counter()
    result = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
        instance=instance,
        partition_key=None if partition == WHOLE else partition,
        asset_selection=[dg.AssetKey(asset) for asset in step.assets],
        raise_on_error=False,
        run_config=_QUIET,
        tags={"legal_assets/reason": reason[:200]},
    )
    if not result.success and not SOURCES.intersection(step.assets):
        # Tables are written before their checks run; those that broke a claim must not count. What a source gave
        # stays, noted as failed: the next refresh goes on from it.
        for asset, pointer in before.items():
            store.take_back(asset, partition, pointer, result.run_id)
    if _was_interrupted(result):
        # Dagster ends a run so that its record is whole, and would go on with the next.
        raise KeyboardInterrupt
    after = {asset: store.pointer(asset, partition) for asset in step.assets}
    changed = any(
        pointer is not None and (before[asset] is None or _version(before[asset]) != _version(pointer))
        for asset, pointer in after.items()
    )
    return Outcome(
        step.assets,
        partition,
        reason,
        perf_counter() - started,
        sum(pointer.rows for pointer in after.values() if pointer),
        changed,
        None if result.success else _failure(result),
    )


def _was_interrupted(result: dg.ExecuteInProcessResult) -> bool:
    errors = [event.step_failure_data.error for event in result.all_events if event.is_step_failure]
    causes = [cause for error in errors if error is not None for cause in (error, error.cause)]
    return any(cause is not None and cause.cls_name in _INTERRUPTS for cause in causes)


def _version(pointer: object) -> object:
    return getattr(pointer, "data_version", None)


def _failure(result: dg.ExecuteInProcessResult) -> str:
    """Return what a user needs of a failed run: the message of what was raised, or the check that failed."""
    for check in result.get_asset_check_evaluations():
        if not check.passed and check.severity == dg.AssetCheckSeverity.ERROR:
            return f"Check {check.check_name} failed: {check.description or 'see its metadata'}"
    for event in result.all_events:
        if event.is_step_failure:
            error = event.step_failure_data.error
            # Dagster wraps what an asset raised; its causes further down say less than our own messages.
            error = error.cause if error is not None and error.cause is not None else error
            if error is not None:
                message = " ".join(error.message.split())
                return message[message.find(error.cls_name) :] if error.cls_name else message
    return "The run failed; open it in the Dagster UI (`make ui`)."
