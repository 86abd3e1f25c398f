"""From what the person asked for to what has to be computed."""

from __future__ import annotations

from functools import lru_cache

from gui.computation import Request
from gui.looks import MAPS, Look
from gui.sentence import Sentence, cut
from gui.state import Document


@lru_cache(maxsize=4)
def request_for(document: Document) -> Request:
    """The maps of `document`, whose sentence is cut here."""
    return request_of(document, cut(document.text, document.tokenizer, document.config.vocabulary, document.pieces), MAPS)


def request_of(document: Document, sentence: Sentence, look: Look) -> Request:
    """`document` with its sentence already cut, and what the page on top needs."""
    tokens, selection = sentence.tokens, document.selection
    return Request(
        ids=tuple(token.id for token in tokens),
        config=document.config,
        layer=selection.layer,
        head=selection.head,
        constructed=document.constructed,
        trained=document.trained,
        interventions=document.interventions.applies_to(document.config, len(tokens)).fitting,
        look=look,
        labels=sentence.labels,
        text=document.text,
        tokenizer=document.tokenizer,
        tokens=tokens,
    )
