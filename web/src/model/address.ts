// Addresses as people type them.

/** Whether what was typed is an address, rather than words to look for. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) return false;
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^[^/]+\.[a-z0-9-]{2,}(?:[:/?#]|$)/i.test(trimmed) || /^(localhost|\[)/i.test(trimmed)
    || /^\d{1,3}(\.\d{1,3}){3}(?:[:/]|$)/.test(trimmed);
}
