/** Writes `&`, `<`, `>` and both quotes as entities. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Reads an attribute written by {@link escapeHtml} or the sanitizer. */
export const unescapeHtml = (text: string): string =>
  text
    .replace(/&#(34|38|39|60|62);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
