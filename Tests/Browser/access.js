// What the access tests look for in a page. Evaluated as a whole: answers the three lists of faults.
(() => {
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const sketch = (element) => element.outerHTML.slice(0, 120);

  /** Controls that a screen reader could not name. */
  const nameless = () => {
    const hasName = (element) =>
      [element.getAttribute("aria-label"), element.textContent, element.labels?.[0]?.textContent, element.title].some(
        (name) => (name ?? "").trim() !== "",
      );
    const controls = document.querySelectorAll("button, a[href], input, select, [role^=menuitem]");
    return [...controls].filter((element) => isSeen(element) && !hasName(element)).map(sketch);
  };

  /** Controls that are too small for a finger: under 44 pixels. Times inside running text are text. */
  const small = () =>
    [...document.querySelectorAll("button, .feed-link, .row-link")]
      .filter((element) => isSeen(element) && !element.closest("[inert]") && !element.matches(".skip, .timestamp"))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.height > 0 && (box.height < 44 || box.width < 44);
      })
      .map(sketch);

  const parse = (colour) => {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    const scale = colour.startsWith("color(srgb") ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
  };
  const over = (top, under) => [...top.slice(0, 3).map((value, i) => value * top[3] + under[i] * (1 - top[3])), 1];

  /** The colour behind an element's text: every ground up to the first that hides the rest. */
  const ground = (element) => {
    const layers = [];
    for (let node = element; node !== null; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };

  /** Relative luminance, WCAG 2.2. */
  const luminance = (colour) => {
    const [r, g, b] = colour
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  /** Texts with less contrast than 4.5 to 1. */
  const faint = () => {
    const result = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === "" || !isSeen(element) || element.closest("noscript, [inert], :disabled")) continue;
      const behind = ground(element);
      const text = over(parse(getComputedStyle(element).color), behind);
      const [light, dark] = [luminance(text), luminance(behind)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) result.push(`${ratio.toFixed(2)} ${node.data.trim().slice(0, 40)} .${element.className}`);
    }
    return result;
  };

  const isWide = document.documentElement.scrollWidth > window.innerWidth;
  return { nameless: nameless(), small: small(), faint: faint(), isWide };
})();
