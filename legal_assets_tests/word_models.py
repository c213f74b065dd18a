"""Models small enough to build in a test; they prove that a real one would load.

Belongs here: models that several rooms load. Does not belong here: what is claimed about them (the tests).
"""

from pathlib import Path

_WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def write_entity_model(folder: Path, word: str, others: tuple[str, ...] = ()) -> Path:
    """Write a token classifier without layers that calls one word an organisation and every other nothing.

    The word may be cut in two by `##`, as a tokeniser cuts unknown words.
    """
    import torch
    import transformers

    pieces = word.split("##")
    words = [*_WORDS, pieces[0], *(f"##{piece}" for piece in pieces[1:]), *others]
    tokenizer = transformers.BertTokenizerFast(vocab={each: at for at, each in enumerate(words)}, do_lower_case=True)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=4,
        num_hidden_layers=0,
        num_attention_heads=1,
        intermediate_size=4,
        id2label={0: "O", 1: "B-ORG"},
        label2id={"O": 0, "B-ORG": 1},
    )
    model = transformers.BertForTokenClassification(config)
    with torch.no_grad():
        for weight in model.bert.embeddings.parameters():
            weight.zero_()
        model.bert.embeddings.LayerNorm.weight.fill_(1)
        model.bert.embeddings.word_embeddings.weight[:, 0] = 1
        model.bert.embeddings.word_embeddings.weight[words.index(pieces[0])] = torch.tensor([0.0, 1, 0, 0])
        model.classifier.weight.zero_()
        model.classifier.bias.zero_()
        model.classifier.weight[0, 0] = 1
        model.classifier.weight[1, 1] = 1
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def write_encoder(folder: Path, words: tuple[str, ...], longest: int = 8) -> Path:
    """Write an encoder without layers: the vector of a word depends on nothing but the word."""
    import torch
    import transformers

    known = [*_WORDS, *words]
    size = max(16, len(known))
    tokenizer = transformers.BertTokenizerFast(vocab={each: at for at, each in enumerate(known)}, do_lower_case=True)
    config = transformers.BertConfig(
        vocab_size=len(known),
        hidden_size=size,
        num_hidden_layers=0,
        num_attention_heads=1,
        max_position_embeddings=longest,
    )
    torch.manual_seed(0)
    model = transformers.BertModel(config)
    with torch.no_grad():
        model.embeddings.position_embeddings.weight.zero_()
        model.embeddings.word_embeddings.weight.copy_(torch.eye(len(known), size) * 10)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
