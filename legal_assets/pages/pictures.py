"""Pictures of pages: for the engines of OCR, and on demand for people.

Belongs here: rendering, and keeping pictures that were asked for. Does not belong here: reading them.
"""

import hashlib
import math
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from legal_assets.pages.engines import PageImage

if TYPE_CHECKING:
    import pymupdf

MOST_PIXELS = 36_000_000
"""Pixels of a picture at most; a larger page is rendered at fewer dots per inch."""

LEAST_DPI = 36


class PageAbsentError(ValueError):
    """A document has no such page, or no file that could be rendered."""


def render(page: "pymupdf.Page", dpi: int, most_pixels: int = MOST_PIXELS) -> PageImage:
    """Render a page in shades of grey.

    Args:
        page: an open page.
        dpi: dots per inch; fewer where the picture would have more pixels than allowed.
        most_pixels: pixels allowed.
    """
    import pymupdf

    area = max(page.rect.width * page.rect.height, 1.0) / 72**2
    used = max(1, min(dpi, math.floor(math.sqrt(most_pixels / area))))
    shown = page.get_pixmap(dpi=used, colorspace=pymupdf.csGRAY, alpha=False)
    return PageImage(bytes(shown.samples), shown.width, shown.height, shown.stride, used)


def image_digest(image: PageImage) -> str:
    """Return the SHA-256 of a picture: its size, its resolution and its pixels."""
    digest = hashlib.sha256(f"{image.width} {image.height} {image.stride} {image.dpi}\n".encode())
    digest.update(image.samples)
    return digest.hexdigest()


def page_picture(pdf: Path, sha256: str, page: int, dpi: int, cache: Path) -> Path:
    """Return the PNG of a page, rendered when it is first asked for and kept under the digest of its file.

    Args:
        pdf: the file.
        sha256: digest of the file.
        page: number from 1.
        dpi: dots per inch.
        cache: folder of pictures.

    Raises:
        PageAbsentError: the file has no such page or cannot be opened.
    """
    import pymupdf

    target = cache / sha256[:2] / f"{sha256}-p{page}-{dpi}.png"
    if target.exists():
        return target
    try:
        with pymupdf.open(pdf, filetype="pdf") as file:
            if not 1 <= page <= file.page_count:
                raise PageAbsentError(f"{sha256} has {file.page_count} pages; page {page} is none of them.")
            wanted = min(dpi, max(LEAST_DPI, round(dpi * math.sqrt(MOST_PIXELS / _pixels(file[page - 1], dpi)))))
            data = file[page - 1].get_pixmap(dpi=wanted, alpha=False).tobytes("png")
    except (RuntimeError, OSError) as error:
        raise PageAbsentError(f"{sha256} cannot be rendered: {' '.join(str(error).split())}") from error
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    aside.write_bytes(data)
    aside.replace(target)
    return target


def _pixels(page: "pymupdf.Page", dpi: int) -> float:
    return max(float(page.rect.width * page.rect.height) * (dpi / 72) ** 2, 1.0)
