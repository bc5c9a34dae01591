const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
