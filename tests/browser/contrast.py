"""How text contrasts with what is behind it (WCAG 2.2, criterion 1.4.3)."""

# The relative luminance of each text and of what is behind it, by selector.
LIGHTNESS = """(selectors) => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const channel = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const luminance = (colour) => {
    const [r, g, b] = channels(colour);
    return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  };
  const ground = (element) => {
    const box = element.matches(".box > text") && element.parentElement.querySelector("rect");
    const fill = box ? getComputedStyle(box).fill : "none";
    if (fill !== "none") return fill;
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const ink = (element) => getComputedStyle(element)[element.matches("text") ? "fill" : "color"];
  const both = (element) => [ink(element), ground(element)].map(luminance);
  const all = (selector) => [...document.querySelectorAll(selector)].map(both);
  return selectors.map((selector) => [selector, all(selector)]);
}"""


def check_contrast(page, *selectors):
    """Check all text of some selectors, in the light and in the dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for selector, found in page.evaluate(LIGHTNESS, ["body", *selectors]):
            assert found, selector
            for ink, ground in found:
                ratio = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
                assert ratio >= 4.5, (scheme, selector, ratio)
                assert selector != "body" or (ground < ink) == (scheme == "dark")
