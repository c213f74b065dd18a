"""Stop words, composed for this project from the closed word classes of a language.

Belongs here: words that carry grammar rather than matter, by class, under a name that a run can record. Does
not belong here: lists of other projects; hand those to `dataclasses.replace(analyser, stop_words=...)`.
"""

from typing import Final


def _words(*classes: str) -> frozenset[str]:
    return frozenset(word for line in classes for word in line.split())


ENGLISH: Final = _words(
    # articles, determiners, quantifiers
    "a an the this that these those some any each every either neither both all no none such same other "
    "others another much many more most few fewer less least several own",
    # pronouns
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself "
    "she her hers herself it its itself they them their theirs themselves one ones who whom whose which "
    "what whatever whichever whoever whomever anyone anything everyone everything someone something "
    "nobody nothing somebody anybody everybody",
    # auxiliary and modal verbs
    "am is are was were be been being have has had having do does did doing done can could may might must "
    "shall should will would ought cannot",
    # prepositions
    "about above across after against along among amongst around as at before behind below beneath beside "
    "besides between beyond by despite down during except for from in inside into like near of off on "
    "onto out outside over per since than through throughout till to toward towards under until unto up "
    "upon via with within without",
    # conjunctions
    "and but or nor so yet if because although though unless whereas while whether",
    # adverbs of place, time, degree, manner and reference
    "again ago already also always else ever even here hence how however instead just never not now often "
    "only once quite rather still then thence there thereby therefore therein thereof thereto thus too "
    "very well when whence whenever where whereby wherein wherever why",
    # what is left of a contraction when the word is cut at its apostrophe
    "s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn wouldn couldn shouldn mustn",
)
"""English function words."""
