"""Loading models whose answer needs a step of our own: weights of terms from a layer beside, words as answers.

Belongs here: what turns such a model's output into weights or a score. Does not belong here: models that
sentence-transformers loads as they lie (`loading.py`). torch is imported inside functions.
"""

from collections.abc import Callable, Sequence
from typing import Any

from legal_assets.catalog_models import Model
from legal_assets.indexes.encoders import Weights
from legal_assets.indexes.encoding import Tokenised

Loaded = tuple[Any, Any, Callable[[dict[str, Any]], Any], int | None]
"""A network, its tokeniser, the call that gives a row of output for each row of ids, and the tokens it reads."""


def term_weigher(model: Model, weights: Weights, options: dict[str, Any], device: str) -> Loaded:
    """Load a body and the layer of the file `model.head`, which gives each token a weight.

    A term's weight is the largest of its tokens' weights, those below zero taken as zero; marks have none.
    Source: FlagEmbedding's `BGEM3FlagModel`, `lexical_weights`.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer

    folder = str(weights.folder)
    body = AutoModel.from_pretrained(folder, **options).to(device)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    size = body.config.hidden_size
    layer = torch.nn.Linear(size, 1)
    layer.load_state_dict(torch.load(weights.folder / model.head, map_location="cpu", weights_only=True))
    layer = layer.to(device, next(body.parameters()).dtype).requires_grad_(requires_grad=False)
    marks = torch.tensor(sorted(set(tokenizer.all_special_ids)), device=device)

    def call(batch: dict[str, Any]) -> Any:
        ids = batch["input_ids"]
        weight = torch.relu(layer(body(**batch).last_hidden_state)).squeeze(-1).float()
        weight = weight * batch["attention_mask"] * ~torch.isin(ids, marks)
        terms = torch.zeros(len(ids), body.config.vocab_size, device=device)
        return terms.scatter_reduce_(1, ids, weight, "amax")

    return body, tokenizer, call, int(tokenizer.model_max_length)


def word_answerer(model: Model, weights: Weights, options: dict[str, Any], device: str) -> Loaded:
    """Load a language model that answers whether a candidate is relevant with one of two words.

    The score is the logarithm of the softmax over the logits of the two words, taken for the first: at the
    decoder's first step (monoT5), or after the last token (Qwen3-Reranker, whose card shows the probability itself).

    Raises:
        ValueError: an answer is not one token.
    """
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    folder = str(weights.folder)
    config = AutoConfig.from_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    kind: Any = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
    network = kind.from_pretrained(folder, **options).to(device)
    answers = [tokenizer(word, add_special_tokens=False)["input_ids"] for word in model.answers]
    if any(len(ids) != 1 for ids in answers):
        raise ValueError(f"The answers {model.answers} are not one token each.")
    chosen = [ids[0] for ids in answers]
    if config.is_encoder_decoder:
        start = config.decoder_start_token_id

        def logits(batch: dict[str, Any]) -> Any:
            first = torch.full((len(batch["input_ids"]), 1), start, device=device)
            return network(**batch, decoder_input_ids=first).logits[:, 0]
    else:
        tokenizer.padding_side = "left"

        def logits(batch: dict[str, Any]) -> Any:
            return network(**batch, logits_to_keep=1).logits[:, -1]

    def call(batch: dict[str, Any]) -> Any:
        return torch.log_softmax(logits(batch)[:, chosen].float(), dim=1)[:, :1]

    tokenizer.model_input_names = ["input_ids", "attention_mask"]
    return network, tokenizer, call, None


def tokenise_question(
    model: Model, tokenizer: Any, ends: Sequence[int], pairs: Sequence[tuple[str, str]], limit: int | None
) -> Tokenised:
    """Return token ids of questions about pairs; where one is too long its document is cut, never the frame.

    Args:
        model: entry with a `template` of what stands before, the pair, and what stands after.
        tokenizer: of the model.
        ends: marks that follow the question.
        pairs: query and candidate.
        limit: tokens, frame and marks included.

    Raises:
        ValueError: the frame leaves no room.
    """
    before, body, after = model.template
    opening, closing = (
        tokenizer(text, add_special_tokens=False)["input_ids"] if text else [] for text in (before, after)
    )
    room = None if limit is None else limit - len(opening) - len(closing) - len(ends)
    if room is not None and room < 1:
        raise ValueError(f"The question of model {model.key} leaves no room for texts in {limit} tokens.")
    texts = [body.replace("{query}", query, 1).replace("{document}", document, 1) for query, document in pairs]
    read = tokenizer(texts, add_special_tokens=False, truncation=room is not None, max_length=room, verbose=False)
    return Tokenised([[*opening, *ids, *closing, *ends] for ids in read["input_ids"]])
