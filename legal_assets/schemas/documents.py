"""Contracts from raw files to masked passages, and of rejects.

Belongs here: tables of the rooms fetch, passages, citations and masking. Does not belong here: what is ranked
(`collections.py`) and what was ranked (`runs.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table

CORPUS = Column("corpus", pl.String(), "Corpus key, such as `cjeu`.")
DOC_ID = Column("doc_id", pl.String(), "Document: the source's own id made safe, such as `62018CJ0311`.")
PASSAGE_ID = Column("passage_id", pl.String(), "Passage, such as `62018CJ0311-21`.")

IMPORTED_FILES = Table(
    "imported_files",
    "One row per file of the imported folders: taken under an id, or refused with the reason.",
    ("corpus", "record_id"),
    (
        CORPUS,
        Column(
            "record_id",
            pl.String(),
            "`file_id` of a document, name of a file of a release, role and name of a table; `./` and name of a file "
            "that was not taken.",
        ),
        Column("name", pl.String(), "Path below the imported folder."),
        Column(
            "role",
            pl.String(),
            "What it is taken for: `document`, `release`, or a kind of table such as `paragraphs`; `none` if refused.",
        ),
        Column("columns", pl.String(), "A table's own names of our columns, as JSON; null otherwise.", nullable=True),
        Column("decisions", pl.List(pl.String()), "CELEX numbers of the decisions that a table names; else none."),
        Column("doc_id", pl.String(), "Document of the file.", nullable=True),
        Column("ecli", pl.String(), "ECLI that the file's name or the source's register says.", nullable=True),
        Column("language", pl.String(), "Language that the name or the mark-up says.", nullable=True),
        Column("media_type", pl.String(), "Type found in the content.", nullable=True),
        Column("sha256", pl.String(), "SHA-256 of the bytes, the name in the raw store.", nullable=True),
        Column("size", pl.Int64(), "Bytes.", nullable=True),
        Column("reason", pl.String(), "`taken`, or why not, such as `empty_file`."),
        Column("detail", pl.String(), "What was found, and the remedy if there is one."),
        Column("imported_at", pl.Datetime("us", "UTC"), "When it came in.", observation=True),
    ),
)

RAW_DOCUMENTS = Table(
    "raw_documents",
    "One row per file of a source: where it came from and where its bytes lie in the raw store.",
    ("corpus", "file_id"),
    (
        CORPUS,
        Column("file_id", pl.String(), "Document, language and type: `62018CJ0311.en.html`."),
        DOC_ID,
        Column("source", pl.String(), "How it came in: `sample`, `import` or `live`."),
        Column("name", pl.String(), "File name, or the part of the URL that names the file."),
        Column("ecli", pl.String(), "ECLI that the file's name or the source's register says.", nullable=True),
        Column("url", pl.String(), "Address asked; null for files.", nullable=True),
        Column("language", pl.String(), "Language of the file as its name or its answer says.", nullable=True),
        Column("media_type", pl.String(), "Type found in the content, never by extension."),
        Column("sha256", pl.String(), "SHA-256 of the bytes, the name in the raw store.", nullable=True),
        Column("size", pl.Int64(), "Bytes.", nullable=True),
        Column("status", pl.String(), "`ok`, `failed` or `vanished`."),
        Column("error", pl.String(), "Why it failed.", nullable=True),
        Column("fetched_at", pl.Datetime("us", "UTC"), "When the bytes came.", nullable=True, observation=True),
        Column("etag", pl.String(), "ETag of the answer.", nullable=True, observation=True),
        Column("last_modified", pl.String(), "Last-Modified of the answer.", nullable=True, observation=True),
    ),
)

REJECTS = Table(
    "rejects",
    "One row per record that could not be used, with the reason; nothing is left out silently.",
    ("corpus", "room", "record_id", "reason"),
    (
        CORPUS,
        Column("room", pl.String(), "Room that refused it: `fetch`, `passages`, `collections` …"),
        Column("record_id", pl.String(), "File name or id of the record."),
        Column("reason", pl.String(), "Reason code, such as `empty_file`."),
        Column("detail", pl.String(), "What was found, and the remedy if there is one."),
    ),
)

DOCUMENTS = Table(
    "documents",
    "One row per document, with the facts of its header and its whole text.",
    ("corpus", "doc_id"),
    (
        CORPUS,
        DOC_ID,
        Column("celex", pl.String(), "CELEX number.", nullable=True),
        Column(
            "ecli",
            pl.String(),
            "European case law identifier without prefix: `EU:C:2016:973`.",
            nullable=True,
        ),
        Column("kind", pl.String(), "`judgment`, `order`, `opinion` …"),
        Column("court", pl.String(), "Court that decided.", nullable=True),
        Column("date", pl.Date(), "Date of the decision.", nullable=True),
        Column("title", pl.String(), "Title made of the header.", nullable=True),
        Column("names", pl.List(pl.String()), "Parties and short names found in the header."),
        Column("case_numbers", pl.List(pl.String()), "Case numbers, the leading one first: `C-614/13 P`."),
        Column("language", pl.String(), "Language of the text, identified."),
        Column("file_id", pl.String(), "File that the text was taken from."),
        Column("sha256", pl.String(), "SHA-256 of that file."),
        Column("passages", pl.Int32(), "Numbered passages found."),
        Column("problems", pl.List(pl.String()), "What is doubtful in the text, such as a gap in the numbers."),
        Column("text", pl.String(), "Whole text, white space normalised; passages are spans of it."),
    ),
)

PASSAGES = Table(
    "passages",
    "One row per numbered passage, with its place in the document.",
    ("corpus", "passage_id"),
    (
        CORPUS,
        PASSAGE_ID,
        DOC_ID,
        Column("position", pl.Int32(), "Place in the document, from 1."),
        Column("number", pl.Int32(), "Number as printed.", nullable=True),
        Column("printed", pl.String(), "The printed number with its letters and dots."),
        Column("section", pl.String(), "Section: `grounds`, `operative` …"),
        Column("heading_path", pl.List(pl.String()), "Headings above it, outermost first."),
        Column("language", pl.String(), "Language of the passage."),
        Column("text", pl.String(), "Text without the printed number."),
        Column("start", pl.Int32(), "First character in the document's text, from 0."),
        Column("end", pl.Int32(), "One past the last character in the document's text."),
        Column("flags", pl.List(pl.String()), "What is doubtful about it."),
        Column(
            "links",
            pl.List(
                pl.Struct(
                    {
                        "start": pl.Int32(),
                        "end": pl.Int32(),
                        "ecli": pl.String(),
                        "point": pl.Int32(),
                        "doc_id": pl.String(),
                    }
                )
            ),
            "The publisher's links to decisions: characters in the passage, ECLI, paragraph, document.",
        ),
    ),
)

CITATIONS = Table(
    "citations",
    "One row per citation: from a passage to a document, with one paragraph of it if pinpointed.",
    ("corpus", "citation_id"),
    (
        CORPUS,
        Column("citation_id", pl.String(), "Passage, target and pinpoint of the citation."),
        DOC_ID,
        PASSAGE_ID,
        Column(
            "start", pl.Int32(), "First character of the reference; null where only the register has it.", nullable=True
        ),
        Column("end", pl.Int32(), "One past its last character.", nullable=True),
        Column("raw", pl.String(), "The reference as printed.", nullable=True),
        Column("target", pl.String(), "The cited decision in one form: ECLI, CELEX, `BGE 141 IV 108` or docket."),
        Column("target_ecli", pl.String(), "ECLI of the cited document, where given.", nullable=True),
        Column("target_celex", pl.String(), "CELEX of the cited document, where known.", nullable=True),
        Column("target_doc_id", pl.String(), "Cited document, where it is in the corpus.", nullable=True),
        Column("pinpoint", pl.Int32(), "Cited paragraph; null for a citation of the whole case.", nullable=True),
        Column("consideration", pl.String(), "Cited consideration as printed: `2.3`, `2b`, `4-6`.", nullable=True),
        Column("target_passage_id", pl.String(), "Cited passage, where it is in the corpus.", nullable=True),
        Column("kind", pl.String(), "Kind of the reference: `full`, `short`, `order`, `opinion`, `under-appeal` …"),
        Column("filled", pl.Boolean(), "Whether the pinpoint lies inside a cited range, not at its ends."),
        Column("is_self", pl.Boolean(), "Whether the document cites itself."),
        Column("found_by", pl.List(pl.String()), "What found it: `publisher`, `prose`, `formex` …"),
    ),
)

CITATION_PARTS = Table(
    "citation_parts",
    "One row per stretch of a passage that reveals a decision cited there, and per name it may be called by.",
    ("corpus", "passage_id", "start", "end", "kind", "name"),
    (
        CORPUS,
        DOC_ID,
        PASSAGE_ID,
        Column("start", pl.Int32(), "First character of the stretch; -1 for a name, wherever it stands."),
        Column("end", pl.Int32(), "One past its last character; -1 for a name."),
        Column("kind", pl.String(), "`number`, `ecli`, `date`, `name`, `pinpoint`, `report`; `called` for a name."),
        Column("name", pl.String(), "The stretch as printed, or the name."),
        Column("reference", pl.String(), "Kind of the reference: `full`, `short`, `order`, `opinion` …"),
    ),
)

MASKED_PASSAGES = Table(
    "masked_passages",
    "One row per passage of a citing case and variant: the text, and the spans taken out of it.",
    ("corpus", "passage_id", "variant"),
    (
        CORPUS,
        PASSAGE_ID,
        Column(
            "variant", pl.String(), "`original`, `unnumbered`, `masked`, or `masked-entities` where a model is set."
        ),
        DOC_ID,
        Column("text", pl.String(), "The passage as this variant shows it."),
        Column(
            "spans",
            pl.List(pl.Struct({"start": pl.Int32(), "end": pl.Int32(), "kind": pl.String()})),
            "Spans taken out: characters of the passage's text, and what they reveal.",
        ),
    ),
)

MASKING_QUALITY = Table(
    "masking_quality",
    "One row per masking and kind of leak or damage, counted by a checker that shares no code with the masker.",
    ("corpus", "masking", "kind"),
    (
        CORPUS,
        Column("masking", pl.String(), "`citations`: by what the citations say; `entities`: by an entity model."),
        Column(
            "kind",
            pl.String(),
            "Leaks, in passages: `number`, `ecli`, `pinpoint`, `date`, `known_name`, `unknown_name`. Damage, in words "
            "outside citations: `words_lost`, `words_cut`.",
        ),
        Column("number", pl.Int64(), "Passages with such a leak, or words with such damage."),
        Column("total", pl.Int64(), "Passages checked, or words outside citations."),
        Column("share", pl.Float64(), "Number over total."),
        Column("target", pl.Float64(), "Highest share that is accepted; null where none is set.", nullable=True),
        Column("examples", pl.List(pl.String()), "The first passages concerned."),
    ),
)
