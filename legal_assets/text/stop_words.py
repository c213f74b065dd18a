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

GERMAN: Final = _words(
    # Artikel, Begleiter, Mengenwörter
    "der die das des dem den ein eine eines einem einen einer dies kein keine keines keinem keinen keiner dieser diese "
    "dieses diesem diesen jener jene jenes jenem jenen jeder jede jedes jedem jeden mancher manche manches "
    "manchem manchen solcher solche solches solchem solchen welcher welche welches welchem welchen alle alles "
    "allem allen aller beide beiden beider viel viele vielen vieler mehr meist meisten wenig wenige wenigen "
    "einige einigen einiger mehrere mehreren mehrerer andere anderer anderes anderem anderen",
    # Fürwörter
    "ich mich mir du dich dir er ihn ihm sie es ihr ihnen wir uns euch mein meine sein seine seines seinem seinen "
    "seiner ihre ihres ihrem ihren ihrer unser unsere man sich selbst wer wen wem wessen was jemand niemand etwas "
    "nichts derjenige diejenige dasjenige diejenigen derselbe dieselbe dasselbe dieselben dessen deren denen",
    # Hilfs- und Modalverben
    "bin bist ist sind seid war waren wäre wären gewesen sei seien habe hast hat haben habt hatte hatten hätte "
    "hätten gehabt werde wirst wird werden wurde wurden würde würden worden geworden kann können konnte könnte "
    "könnten darf dürfen dürfte muss müssen musste müsste soll sollen sollte sollten will wollen wollte lässt "
    "lassen",
    # Verhältniswörter
    "ab an am ans auf aufs aus ausser bei beim bis durch für gegen gegenüber gemäss hinter hinsichtlich im in "
    "infolge ins laut mit mittels nach neben ohne seit statt trotz über um unter von vom vor während wegen wider "
    "zu zufolge zum zur zwischen bezüglich aufgrund anhand innerhalb ausserhalb",
    # Bindewörter
    "und oder aber sondern denn doch jedoch als wie wenn falls weil da dass damit ob obwohl obschon soweit sofern "
    "sobald indem bevor nachdem sowie sowohl weder noch entweder bzw",
    # Umstandswörter
    "nicht auch nur schon noch so sehr hier dort dann dabei dafür dagegen daher dahin damit danach daran darauf "
    "daraus darin darüber darum davon davor dazu demnach deshalb deswegen ebenfalls ebenso etwa ferner folglich "
    "hierbei hierzu hingegen immer insbesondere insofern insoweit jeweils mithin nämlich nie nun oft schliesslich "
    "somit sonst stets überdies vielmehr wieder wo wobei wodurch wofür womit wonach woran worauf wozu zudem zwar "
    "vgl siehe",
)
"""German function words, as written in Switzerland (ss for ß)."""

FRENCH: Final = _words(
    # articles, déterminants
    "le la les l un une des du de d au aux ce cet cette ces mon ma mes son sa ses notre nos votre vos leur leurs "
    "tout toute tous toutes chaque aucun aucune quelque quelques plusieurs même mêmes autre autres tel telle tels "
    "telles quel quelle quels quelles",
    # pronoms
    "je me moi tu te toi il elle on se soi nous vous ils elles lui eux y en qui que quoi dont où lequel laquelle "
    "lesquels lesquelles duquel desquels auquel auxquels celui celle ceux celles ceci cela ça c j m n s t qu",
    # auxiliaires, modaux
    "suis est sommes êtes sont étais était étaient été être étant sera seront serait seraient soit soient ai as a "
    "avons avez ont avait avaient aura auront aurait auraient ait aient eu avoir ayant fait faire peut peuvent "
    "pouvait pourrait pouvoir doit doivent devait devrait devoir",
    # prépositions
    "à après avant avec chez contre dans depuis derrière dès devant durant entre envers hors jusque jusqu malgré "
    "par parmi pendant pour sans selon sous sur vers",
    # conjonctions, adverbes
    "et ou mais donc or ni car si comme lorsque lorsqu puisque puisqu quand quoique afin ainsi alors aussi autant "
    "bien cependant d'abord déjà encore enfin ensuite ici là moins ne non notamment pas plus point pourtant "
    "presque puis seulement souvent surtout tant tantôt toujours toutefois très trop voire",
)
"""French function words."""

ITALIAN: Final = _words(
    # articoli, determinanti
    "il lo la i gli le l un uno una del dello della dei degli delle al allo alla ai agli alle dal dallo dalla dai "
    "dagli dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle questo questa questi queste quel "
    "quello quella quei quegli quelle ogni ciascuno ciascuna alcun alcuno alcuna alcuni alcune qualche tutto "
    "tutta tutti tutte stesso stessa stessi stesse altro altra altri altre tale tali quale quali mio mia suo sua "
    "suoi sue nostro loro",
    # pronomi
    "io mi me tu ti te egli lui ella lei esso essa essi esse noi ci voi vi si sé ne che chi cui ciò",
    # ausiliari, modali
    "sono sei è siamo siete era erano stato stata stati state essere essendo sarà saranno sarebbe sia siano ho "
    "hai ha abbiamo avete hanno aveva avevano avuto avere avendo avrà avrebbe abbia abbiano può possono poteva "
    "potrebbe potere deve devono doveva dovrebbe dovere",
    # preposizioni
    "di d a da in con su per tra fra contro dopo durante entro fino fuori oltre presso prima secondo senza sopra "
    "sotto verso",
    # congiunzioni, avverbi
    "e ed o oppure ma però anzi dunque quindi perché poiché se come mentre quando affinché così allora anche "
    "ancora appena assai bene già inoltre invece là lì mai meno molto né non nondimeno ora perciò pertanto più "
    "poi pure qui segnatamente sempre solo soltanto spesso tanto tuttavia",
)
"""Italian function words."""

BY_LANGUAGE: Final = {"de": GERMAN, "fr": FRENCH, "it": ITALIAN, "en": ENGLISH}
"""Function words by ISO 639-1 code."""
