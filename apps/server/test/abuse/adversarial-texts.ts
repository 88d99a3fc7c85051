/** Repeats a pattern up to this size and ends it with something else. */
const many = (part: string, size: number, end = '\u0001') =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size) + end

/** Patterns that keep a contact parser busy when repeated. */
const PARTS: Record<string, string> = {
  letters: 'a',
  blanks: ' ',
  tabs: '\t',
  lines: '\n',
  'hard blanks': '\u00a0',
  dots: '.',
  hyphens: '-',
  'at signs': '@',
  'halves of addresses': 'a@',
  'names of hosts': 'a.',
  addresses: 'a@b.co ',
  'addresses in a row': 'a@b.co',
  'long local parts': 'aaaaaaaa-',
  'words for at': ' at ',
  'brackets for at': '(at)',
  'open brackets': '(',
  'square brackets': '[at',
  'at and dot': ' [at] [dot] ',
  digits: '0',
  'phone numbers': '+1 (2) 3-',
  'spaced digits': '0 ',
  slashes: '/',
  quotes: '"',
  titles: 'Dr. ',
  initials: 'A. ',
  names: 'Anna ',
  'names with hyphens': 'Anna-',
  'role words': 'CEO, ',
  entities: '&#64;',
  'open entities': '&',
  'long entities': '&aaaaaaaa',
  percent: '%40',
  escapes: '\\x61',
  umlauts: 'ä',
  accents: 'a\u0301',
  commas: ',',
  colons: ':',
  bars: '|',
  underlines: '_',
  equals: '=',
}

/** The same for markup, scripts and structured data. */
const MARKUP: Record<string, (size: number) => string> = {
  'open tags': (size) => many('<a ', size),
  'open elements': (size) => many('<b>', size),
  'closing elements': (size) => many('</b>', size),
  'open comments': (size) => many('<!--', size),
  'open scripts': (size) => many('<script>', size),
  'mail links': (size) => many('<a href="mailto:a@b.co?', size),
  'one long mail link': (size) => `<a href="mailto:${many('a,', size)}">x</a>`,
  attributes: (size) => `<p ${many('a=b ', size)}>x</p>`,
  'one long attribute': (size) => `<p title="${many('a@', size)}">x</p>`,
  styles: (size) => `<style>${many('.a{content:"@"}', size)}</style><p class="a">x</p>`,
  'style without end': (size) => `<style>${many('a:b;', size)}`,
  'put together': (size) => `<script>var a=${many("'a'+", size)}'b'</script>`,
  'nested calls': (size) => `<script>${many('unescape(', size)}</script>`,
  'nested braces': (size) => `<script>x=${many('{a:', size)}</script>`,
  'escapes in scripts': (size) => `<script>var a="${many('\\x61', size)}"</script>`,
  'encoded data': (size) => `<script>var a=atob("${many('QUFB', size)}")</script>`,
  'backslashes in scripts': (size) => `<script>window.__STATE__="${many('\\\\', size)}"</script>`,
  'blanks in scripts': (size) => `<script>var a=1;${many(' ', size)}</script>`,
  'one long rule of style': (size) => `<style>${many('a', size)}::after{content:"x"}</style><p class="a">`,
  'one long script link': (size) => `<a href="javascript:linkTo_UnCryptMailto('${many('a', size)}')">x</a>`,
  'blanks in a hidden address': (size) => `<span class="spamspan">${many(' ', size)}</span>`,
  'blanks in a description': (size) => `a<img src="at.gif" alt="${many(' ', size)}">b.com`,
  'blanks in a mail link': (size) => `<a href="mailto:${many(' ', size)}">x</a>`,
  'blanks in a heading': (size) => `<h3>Anna Smith${many(' ', size)}</h3>CEO info@shop.com`,
  'dots in a title': (size) => `<p>Anna Smith${many('.', size)}<p>info@shop.com`,
  'structured data': (size) => `<script type="application/ld+json">${many('{"a":', size)}</script>`,
  'structured lists': (size) => `<script type="application/ld+json">${many('[', size)}</script>`,
  'hidden by a service': (size) => `<a data-cfemail="${many('4f', size)}">x</a>`,
  'cards in markup': (size) => many('<p class="vcard"><i class="fn">A</i>', size),
  'links with words': (size) => many('<a href="/contact">Contact</a> ', size),
  'lists of people': (size) => many('<li>Anna Smith, CEO<br>', size),
  'tables of people': (size) => many('<tr><td>Anna Smith<td>CEO<td>a@', size),
}

/** Pages of this size that are slow to parse, by name. */
export function adversarialPages(size: number): Record<string, string> {
  const texts = Object.entries(PARTS).map(([name, part]) => [name, `<p>${many(part, size)}</p>`])
  const ends = ['blanks', 'letters', 'halves of addresses', 'names of hosts'].map((name) => [
    `${name} before an at sign`,
    `<p>${many(PARTS[name]!, size, '@')}</p>`,
  ])
  const markup = Object.entries(MARKUP).map(([name, write]) => [name, write(size)])
  return Object.fromEntries([...texts, ...ends, ...markup])
}
