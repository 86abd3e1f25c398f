"""A sentence becomes tokens with offsets."""

from core.text.labels import labels
from core.text.tokenizers import tokenize, too_long
from core.text.tokens import TOKEN_LIMIT, TOKENIZERS, Token, TokenizerName

__all__ = ["TOKENIZERS", "TOKEN_LIMIT", "Token", "TokenizerName", "labels", "tokenize", "too_long"]
