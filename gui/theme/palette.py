"""The theme as a QPalette: what widgets that paint themselves with the style's own colours fall back on."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from gui.theme.theme import Theme


def palette(theme: Theme) -> QPalette:
    """Every role of every group: disabled text is muted, an inactive window looks like an active one (nothing jumps)."""
    role = QPalette.ColorRole
    colors = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.window,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.key,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.position,
        role.Light: theme.surface,
        role.Midlight: theme.raised,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Shadow: theme.border,
    }
    result = QPalette()
    for which, color in colors.items():
        result.setColor(QPalette.ColorGroup.All, which, color)
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.ToolTipText):
        result.setColor(QPalette.ColorGroup.Disabled, which, theme.muted)
    for which in (role.Highlight, role.Accent):
        result.setColor(QPalette.ColorGroup.Disabled, which, theme.border)
    return result


def contrast(one: QColor, other: QColor) -> float:
    """Contrast of two colours by WCAG 2: 1 (none) to 21 (black on white)."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(color: QColor) -> float:
    channels = (color.redF(), color.greenF(), color.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
