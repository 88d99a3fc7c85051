import { Html, html } from './html.ts'
import type { AddressForm, Language } from './town-table.ts'

const BRACKETS: Record<Language, [at: string, dot: string]> = {
  en: ['[at]', '[dot]'],
  de: ['(at)', '(Punkt)'],
  fr: ['(arobase)', '(point)'],
  it: ['(chiocciola)', '(punto)'],
  es: ['(arroba)', '(punto)'],
}

const WRITE: Record<Language, string> = {
  en: 'Send an e-mail',
  de: 'E-Mail schreiben',
  fr: 'Envoyer un courriel',
  it: 'Scrivi un’e-mail',
  es: 'Enviar un correo',
}

/** The markup of an address. */
export function addressMarkup(address: string, form: AddressForm, language: Language): Html {
  const write = WRITE[language]
  const [user = '', domain = ''] = address.split('@')
  switch (form) {
    case 'mailto':
      return html`<a href="mailto:${address}">${address}</a>`
    case 'text':
      return html`${address}`
    case 'entities':
      return html`<a href="${numericEntities(`mailto:${address}`)}">${numericEntities(address)}</a>`
    case 'percent':
      return html`<a href="mailto:${percentEncoded(address)}?subject=Goldwater">${write}</a>`
    case 'brackets':
      return html`${inBrackets(user, domain, language)}`
    case 'comments':
      return html`${user}<!-- no robots -->@<!-- please -->${domain}`
    case 'split':
      return html`<b>${user}</b><i>@</i><b>${domain}</b>`
    case 'reversed':
      return html`<span class="backwards">${[...address].reverse().join('')}</span>`
    case 'cloudflare':
      return cloudflareLink(address)
    case 'typo3':
      return html`<a href="javascript:linkTo_UnCryptMailto('${typo3Rotated(`mailto:${address}`)}')">${write}</a>`
    case 'script':
      return writtenByScript(user, domain)
    case 'data':
      return html`<span class="mail" data-user="${user}" data-domain="${domain}">${write} (JavaScript)</span>`
    case 'base64':
      return base64Button(address, write)
  }
}

/** The script that reveals addresses of this form; null if none is needed. */
export function addressScript(form: AddressForm): Html | null {
  return SCRIPTS[form] ?? null
}

function numericEntities(text: string): Html {
  const codes = [...text].map((char, index) => {
    const code = char.charCodeAt(0)
    return index % 2 === 0 ? `&#${code};` : `&#x${code.toString(16)};`
  })
  return new Html(codes.join(''))
}

function percentEncoded(text: string): string {
  return [...text]
    .map((char) => (/[a-m@]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : char))
    .join('')
}

function inBrackets(user: string, domain: string, language: Language): string {
  const [at, dot] = BRACKETS[language]
  return `${user} ${at} ${domain.replaceAll('.', ` ${dot} `)}`
}

const CLOUDFLARE_KEY = 0x5a

function cloudflareLink(address: string): Html {
  const hex = (code: number) => code.toString(16).padStart(2, '0')
  const code = [...address].reduce(
    (text, char) => text + hex(char.charCodeAt(0) ^ CLOUDFLARE_KEY),
    hex(CLOUDFLARE_KEY),
  )
  return html`<a href="/cdn-cgi/l/email-protection#${code}"><span class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</span></a>`
}

// TYPO3 rotates within these ranges, so that the result stays printable.
const TYPO3_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const
const TYPO3_OFFSET = 2

function typo3Rotated(text: string): string {
  return [...text].map((char) => String.fromCharCode(typo3Code(char.charCodeAt(0)))).join('')
}

function typo3Code(code: number): number {
  const range = TYPO3_RANGES.find(([low, high]) => code >= low && code <= high)
  if (!range) return code
  const [low, high] = range
  return low + ((code - low + TYPO3_OFFSET) % (high - low + 1))
}

function writtenByScript(user: string, domain: string): Html {
  const [name = '', ending = ''] = domain.split('.')
  return html`<script>
var u = '${user}', d = '${name}' + '.' + '${ending}';
document.write('<a href="mai' + 'lto:' + u + '@' + d + '">' + u + '@' + d + '</a>');
</script>`
}

function base64Button(address: string, label: string): Html {
  const encoded = Buffer.from(`mailto:${address}`).toString('base64')
  return html`<button type="button" onclick="location.href=atob('${encoded}')">${label}</button>`
}

const SCRIPTS: Partial<Record<AddressForm, Html>> = {
  cloudflare: html`<script>
document.querySelectorAll('[data-cfemail]').forEach(function (span) {
  var hex = span.dataset.cfemail, key = parseInt(hex.slice(0, 2), 16), text = '';
  for (var i = 2; i < hex.length; i += 2) text += String.fromCharCode(parseInt(hex.slice(i, i + 2), 16) ^ key);
  span.textContent = text;
  span.parentNode.href = 'mailto:' + text;
});
</script>`,
  typo3: html`<script>
function linkTo_UnCryptMailto(text) {
  location.href = text.replace(/./g, function (char) {
    var code = char.charCodeAt(0);
    var range = [[43, 58], [64, 90], [97, 122]].filter(function (r) { return code >= r[0] && code <= r[1]; })[0];
    if (!range) return char;
    var size = range[1] - range[0] + 1;
    return String.fromCharCode(range[0] + (code - range[0] + size - ${TYPO3_OFFSET}) % size);
  });
}
</script>`,
  data: html`<script>
document.querySelectorAll('.mail').forEach(function (span) {
  var link = document.createElement('a');
  link.textContent = span.dataset.user + '\u0040' + span.dataset.domain;
  link.href = 'mailto:' + link.textContent;
  span.replaceChildren(link);
});
</script>`,
}
