"""From a raw file to a document and its numbered passages.

Here belongs reading one source's files: telling what a file is, decoding it, reading the mark-up of its era,
deciding which printed numbers are paragraph numbers, and the facts of the header. The values that come out are
in `judgment`; `cjeu` is the way in for judgments, orders and opinions of the Court of Justice.

Finding and resolving citations does not belong here (room `citations`): a passage only keeps the links its
publisher has set. Nor do taking text out (`masking`) and downloading (`fetch`).
"""
