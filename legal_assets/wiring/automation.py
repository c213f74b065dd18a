"""When assets run by themselves: on changed content or changed code, never on an observation.

Belongs here: automation conditions. Does not belong here: schedules (`jobs.py`).
"""

from typing import Any, cast

import dagster as dg
from dagster._core.definitions.declarative_automation.operators import AndAutomationCondition

Condition = dg.AutomationCondition[Any]

# `eager()` is a conjunction, so that single terms of it can be replaced and left out.
_EAGER = cast("AndAutomationCondition[Any]", dg.AutomationCondition.eager())
_ANY_DEPS_MISSING: Condition = dg.AutomationCondition.any_deps_missing()
_DATA_CHANGED: Condition = dg.AutomationCondition.data_version_changed()
_SAME_RUN: Condition = dg.AutomationCondition.executed_with_root_target()
# `eager()` would also take what is only requested upstream; whether that brings other bytes is not known yet.
_DEPS_CHANGED: Condition = dg.AutomationCondition.any_deps_match(_DATA_CHANGED & ~_SAME_RUN)
_CODE_CHANGED: Condition = dg.AutomationCondition.code_version_changed()
_NEW_CODE: Condition = _CODE_CHANGED.since_last_handled()
_IN_PROGRESS: Condition = dg.AutomationCondition.in_progress()

ON_CONTENT_CHANGE: Condition = (_EAGER.replace("any_deps_updated", _DEPS_CHANGED) | _NEW_CODE) & ~_IN_PROGRESS
"""Run when the bytes of an upstream partition changed, or the code version did; what lies below waits for the bytes."""

ON_CONTENT_CHANGE_OF_ANY: Condition = (
    _EAGER.without(~_ANY_DEPS_MISSING).replace("any_deps_updated", _DEPS_CHANGED) | _NEW_CODE
) & ~_IN_PROGRESS
"""For sinks: as above, but cells that were never computed do not hold them back."""
