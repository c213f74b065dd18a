"""`python -m legal_assets_tests.figures.cjeu`: segmentation, citations and masking of real judgments, in figures."""

import sys
from collections import Counter
from collections.abc import Iterator

from legal_assets.citations.reference import Reference
from legal_assets_tests.citations import test_real_judgments as citations
from legal_assets_tests.masking import test_real_masking as masking
from legal_assets_tests.passages import known_faults
from legal_assets_tests.passages import test_real_files as segmentation
from legal_assets_tests.passages.real_files import CJEU, read


def segmented() -> Iterator[str]:
    """Files, decisions, paragraphs and gaps by folder, and each exception with its reason."""
    documents = segmentation.readable()
    gaps = {
        name
        for name, document in documents.items()
        if [paragraph.number for paragraph in document.paragraphs] != list(range(1, len(document.paragraphs) + 1))
    }
    for folder in segmentation.FOLDERS:
        names = [name for name in segmentation.all_documents() if name.startswith(f"{folder}/")]
        read_here = [name for name in names if name in documents]
        paragraphs = sum(len(documents[name].paragraphs) for name in read_here)
        without = sum(name in gaps for name in read_here)
        yield f"{folder}: {len(names)} files, {len(read_here)} decisions, {paragraphs} paragraphs, {without} with a gap"
    for name, (reason, why) in {**known_faults.NO_DECISION, **known_faults.GAPS}.items():
        yield f"  {name}: {reason if isinstance(reason, str) else ', '.join(reason)}; {why}"


def rendered() -> Iterator[str]:
    """Paragraphs that are equal in XHTML and Formex."""
    pairs = [
        (one.text, other.text)
        for name in segmentation.RENDERINGS
        for one, other in zip(
            read(f"xhtml/{name}.html").paragraphs, read(f"formex/{name}.fmx.xml").paragraphs, strict=True
        )
    ]
    equal = sum(one == other for one, other in pairs)
    alike = sum(segmentation.words(one) == segmentation.words(other) for one, other in pairs)
    yield f"XHTML = Formex: {equal} of {len(pairs)} paragraphs, {alike} without white space"


def cited() -> Iterator[str]:
    """The prose reader alone against the publisher's links, and against the rows of LegalPincite."""
    judgments = {path.name.split(".")[0]: citations.read(path) for path in sorted(citations.JUDGMENTS.iterdir())}
    prose = {celex: citations.references_of(judgment) for celex, judgment in judgments.items()}
    gold, printed = citations.linked(judgments), citations.linked_raw(judgments)
    found = _pinpoints(prose)
    after = _pinpoints(
        {celex: [r for r in refs if citations.is_of_a_kind_that_is_linked(r)] for celex, refs in prose.items()}
    )
    yield f"pinpoints of links as printed: recall {_share(printed & found, printed)}"
    missed = Counter(
        "moved by the publisher to the judgment before"
        if (celex, ecli) in citations.MISLED_LINKS
        else "a page of a report"
        for celex, _, ecli, _ in printed - found
    )
    yield from (f"  missed, {kind}: {number}" for kind, number in missed.most_common())
    yield f"pinpoints of links, ranges filled and faults mended: recall {_share(gold & found, gold)}"
    yield f"pinpoints read after an ECLI, the kind that is linked: precision {_share(after & gold, after)}"
    yield f"pinpoints read in all: {len(found)}, of which {len(found - gold)} are of kinds that are not linked"
    sources = {
        "62022CJ0026": CJEU / "derived_text/gdpr_md/C-26-22.md",
        "62022CJ0017": CJEU / "derived_text/gdpr_md/C-17-22.md",
        "62022CJ0128": CJEU / "xhtml/62022CJ0128.en.html",
    }
    for celex, path in sources.items():
        ours, theirs = citations.cited(path, celex)
        yield (
            f"LegalPincite {celex}: {len(theirs)} rows, {len(theirs - ours)} not read, "
            f"read beyond them {sorted(ours - theirs) or 'nothing'}"
        )


def masked() -> Iterator[str]:
    """What the independent checker says of masked passages, of all documents."""
    sums = Counter[str]()
    passages = 0
    for quality in masking.checked(every=1):
        passages += 1
        for name in quality.__dataclass_fields__:
            value = getattr(quality, name)
            sums[name] += value if name.startswith("words") else int(value > 0)
    yield f"masked passages checked: {passages}"
    yield from (f"  {name}: {sums[name]}" for name in sums if not name.startswith("words"))
    kept, outside = sums["words_kept"], sums["words_outside"]
    yield f"  words outside citations kept: {kept} of {outside} ({kept / outside:.2%}), cut in two: {sums['words_cut']}"


def _pinpoints(prose: dict[str, list[Reference]]) -> set[citations.Pinpoint]:
    return {
        (celex, reference.paragraph, reference.ecli, pinpoint)
        for celex, references in prose.items()
        for reference in references
        for pinpoint in reference.pinpoints
    }


def _share(part: set[citations.Pinpoint], whole: set[citations.Pinpoint]) -> str:
    return f"{len(part)} of {len(whole)} ({len(part) / len(whole):.2%})"


def main() -> None:
    """Print all figures, or say that the files are absent."""
    if not CJEU.is_dir():
        raise SystemExit(f"{CJEU} is absent; the figures are about the real files that lie there.")
    for figures in (segmented, rendered, cited, masked):
        for line in figures():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
