"""What is known to be wrong or missing in the real PDF files, or in what is read from them, each with the reason.

One list for all tests of this room; a test fails when an entry is no longer true.
"""

WORD_RECALL = {
    "97489-SPANISH-CAS-P149582-PUBLIC-Box393206B": (
        "the known text has the turned labels of charts in single letters; ours has the words"
    ),
    "99722-ARABIC-v2-CAS-P151429-PUBLIC-Box393257B": "Arabic: the known text shapes and orders letters differently",
}
"""Files whose word recall against the World Bank's own text is below 0.99."""

BODY_RECALL: dict[str, str] = {}
"""Articles whose body in JATS is found in their pages to less than 0.98."""

OCR_ERROR = {
    "edgar_image": "no clean scan: coarse, underlined words set close, and a table beside the column, read after it",
    "fr_olap-p4": "formulas, which Tesseract does not read; the sentences between them are right with data for French",
    "ca1_00117684624-p5": "bullets are read as letters; the stamp on top has two wrong digits",
}
"""Pages whose characters OCR misses by more than 1 %."""

NO_BODY = {"PMC3331186": "JATS holds only front matter"}
"""Articles without a body to compare with."""

LOOKED_AT = {
    ("101431-REVISED-PORTUGUESE-v2-SCD-Sumario-Executivo", 6): "a drawn divider without text",
    ("101431-REVISED-PORTUGUESE-v2-SCD-Sumario-Executivo", 41): "a drawn divider without text",
    ("101431-REVISED-PORTUGUESE-v2-SCD-Sumario-Executivo", 42): "a drawn back cover, its letters are outlines",
    ("110396-v2-4-04-WB-Thailand-SCD-Exec-Summary-ENG-FINAL-Feb-16", 1): (
        "the cover is one picture with its title in it; the layer has only the stamp of disclosure"
    ),
}
"""Pages of World Bank files, not image-only by the count of their README, that are given to OCR all the same."""

IMAGE_ONLY = {
    "102973-SCD-SecM2016-0024-IFC-SecM2016-0009-MIGA-SecM2016-0010-Box394855B-OUO-9": (109,),
    "115189-REVISED-v2-36p-SCD-Cambodia-Overview-web": (8, 22, 26, 30),
    "120391-SCD-PUBLIC-83p-web": (83,),
    "52920-MX-PAD-la-venta-ii": (59, 60),
    "97113-ADDENDUM-SECM2015-0198-1-IFC-SecM2015-0068-1-MIGA-SecM2015-0044-1-Box391471B-OUO-9-REPLACE-FILE": (149,),
    "eu-012": (1,),
    "independent_country_programme_evaluation_liberia_-_main_report_4121": (1, 10, 18),
    "vector-pdf": (29, 30),
    "docling__nemotron_multipage": (1, 2, 3, 4),
    "docling__ocr_test": (1,),
    "docling__ocr_test_rotated_90": (1,),
    "doctor__ca4_17": (1,),
    "doctor__image-pdf": (1, 2),
    "mineru__small_ocr": (1, 2, 3, 4, 5, 6, 7, 8),
    "ocrmypdf__c02-22": (1,),
    "ocrmypdf__cardinal": (1, 2, 3, 4),
    "ocrmypdf__ccitt": (1,),
    "ocrmypdf__enormous": (1,),
    "ocrmypdf__francais": (1,),
    "ocrmypdf__hugemono": (1,),
    "ocrmypdf__linn": (1,),
    "ocrmypdf__multipage": (1, 2, 3, 5, 6),
    "olmocr__buildingnotes": (1,),
    "olmocr__edgar_image": (1,),
    "pdf.js__scan-bad": (1,),
    "pymupdf__test_4090": (1, 2, 3, 4, 5),
    "unstructured__loremipsum-flat": (1,),
}
"""Pages that the README counts as image-only."""

SHOWS_NOTHING = {
    ("pdf.js__issue14847", 2): "its images are named in the resources and drawn by no command",
    ("pdf.js__issue14847", 6): "its images are named in the resources and drawn by no command",
}
"""Pages that the README counts as image-only, and on which nothing is to be seen; they are blank."""

WRONG_MAP = {
    "ingest-file__example": range(1, 10),
    "ocrmypdf__truetype_font_nomapping": (1,),
    "ocrmypdf__type3_font_nomapping": (1,),
    "olmocr__olmo-page-1": (1,),
    "pdf.js__TAMReview": range(2, 23),
    "pymupdf__test_2791_content": range(1, 7),
    "pymupdf__test_3362": (1,),
}
"""Pages whose letters a wrong or missing map of a font makes unreadable; pages 1 and 23 of TAMReview are not."""

EARLIER_OCR = {
    "olmocr__horribleocr": (1,),
    "olmocr__newspaper": (1,),
    "pypdf__Seige_of_Vicksburg_Sample_OCR": range(1, 7),
}
"""Pages that an earlier OCR laid under or over a scan."""

OUTCOMES = {
    "doctor__empty": "cannot_open",
    "ingest-file__password-hunter2": "locked",
    "ocrmypdf__invalid": "cannot_open",
    "pdf.js__REDHAT-1531897-0": "no_pages",
    "pdf.js__issue15590": "no_pages",
    "pdf.js__poppler-395-0-fuzzed": "no_pages",
    "pdf.js__poppler-742-0-fuzzed": "cannot_open",
    "pdfminer.six__aes-256-r6": "locked",
    "pdfminer.six__rc4-40": "locked",
    "pdfplumber__password-example": "locked",
    "qpdf__bad1": "cannot_open",
}
"""Odd files that are not read; all others are."""
