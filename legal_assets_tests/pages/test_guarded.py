"""A task that hangs, crashes or explodes ends with a row that says so, and the others go on."""

from legal_assets.pages.guarded import End, Item, Limits, run_guarded
from legal_assets_tests.pages.guarded_tasks import behave

LIMITS = Limits(item_seconds=1.0, task_seconds=3.0, memory_bytes=512 * 1024**2)
TASKS = ["good", "hang", "slow", "explode", "crash", "raise", "fine"]


def test_each_task_ends_once_and_none_hurts_another() -> None:
    events = list(run_guarded(behave, TASKS, LIMITS, workers=2))
    ends = {TASKS[event.task]: event for event in events if isinstance(event, End)}
    outcomes = {task: end.outcome for task, end in ends.items()}
    assert outcomes == {
        "good": "done",
        "hang": "time_limit",
        "slow": "time_limit",
        "explode": "memory_limit",
        "crash": "crashed",
        "raise": "raised",
        "fine": "done",
    }
    assert len([event for event in events if isinstance(event, End)]) == len(TASKS)
    assert ends["hang"].detail == "Nothing came for 1 s."
    assert ends["slow"].detail == "It took more than 3 s."
    assert ends["crash"].detail == "Its process ended by signal 11."
    assert ends["raise"].detail == "ValueError: no such thing"
    assert ends["good"].peak_bytes > 0
    first = [event.value for event in events if isinstance(event, Item) and TASKS[event.task] == "hang"]
    assert first == ["hang began"]


def test_no_task_needs_no_process() -> None:
    assert list(run_guarded(behave, [], LIMITS, workers=2)) == []
