import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { SIGNATURE_IMAGE_SHOWN_WIDTH, separateImages } from '@goldpan/contract/signatures'
import sanitizeHtml from 'sanitize-html'

/** Who signs the emails of a campaign. */
export interface Signer {
  /** HTML. Empty without a signature. */
  signature: string
  /** The sender's first and last name. */
  name: string
}

/**
 * Returns the signature, or without one the sender's name if the email ends with a closing such as 'Kind regards'. The
 * stored text never includes the name, so a signature chosen later doesn't repeat it.
 */
export const signatureBelow = (content: string, { signature, name }: Signer): string =>
  signature || (CLOSING.test(endOf(content).at(-1) ?? '') ? escapeHtml(name) : '')

/** The content of an email as it is signed. */
export function withSignature(content: string, signer: Signer): string {
  const below = signatureBelow(content, signer)
  return below ? `${content}\n<div>${below}</div>` : content
}

/** Says who signs, and warns of an email with two names or none. */
export function describeSigner(content: string, signer: Signer): { isFine: boolean; sentence: string } {
  const below = signatureBelow(content, signer)
  const isNamed = endOf(content).some((line) => namesPerson(line, signer.name))
  if (signer.signature && isNamed)
    return {
      isFine: false,
      sentence: 'The text ends with your name, and the signature follows it. Leave one of them out.',
    }
  if (signer.signature) return { isFine: true, sentence: 'The email ends with your signature.' }
  if (below)
    return { isFine: true, sentence: `Without a signature, the email ends with your name: ${signer.name}.` }
  if (isNamed) return { isFine: true, sentence: 'The email ends with your name.' }
  return {
    isFine: false,
    sentence: 'The email ends without your name. Choose a signature, or write your name below the text.',
  }
}

/** Closings that a name follows. */
const CLOSING = new RegExp(
  `^(?:${[
    '(?:with )?(?:kind|kindest|best|warm|warmest) (?:regards|wishes)|regards|(?:all the )?best|sincerely(?: yours)?|yours(?: sincerely| faithfully| truly)?|cheers|thanks|many thanks|thank you',
    '(?:mit )?(?:freundlichen?|herzlichen?|lieben?|besten?|vielen?|schönen?) gr(?:ü|ue)(?:ß|ss)e?n?|mfg|lg|vg|danke|vielen dank',
    '(?:bien |très )?cordialement|bien à vous|(?:mes )?(?:sincères|meilleures) salutations|merci',
    '(?:cordiali|distinti|cari) saluti|un (?:cordiale )?saluto|saluti|grazie',
    '(?:un )?(?:cordial )?saludos?(?: cordial(?:es)?)?|un abrazo|atentamente|gracias',
    'met vriendelijke groet(?:en)?|groet(?:en|jes)?|atenciosamente|(?:com os melhores )?cumprimentos|obrigad[oa]|z poważaniem|pozdrawiam|(?:med )?vennlig hilsen|venlig hilsen|(?:med )?vänlig(?:a)? hälsning(?:ar)?',
  ].join('|')})[,.!]?$`,
  'iu',
)

/** A closing, a name and what follows it, such as a company and a phone number. */
const LAST_LINES = 4
const LAST_CHARACTERS = 1000

const endOf = (content: string): string[] =>
  htmlToText(content.slice(-LAST_CHARACTERS))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-LAST_LINES)

/** A sentence about the person is no name below the text. */
const LONGEST_NAME_LINE = 8

function namesPerson(line: string, name: string): boolean {
  const words: string[] = line.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const names = name.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length <= LONGEST_NAME_LINE && !/[?:]$/.test(line) && names.some((one) => words.includes(one))
}

const PLAIN_STYLES = {
  color: [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgba?\([\d\s.,%]{5,40}\)$/i],
  'font-size': [/^\d{1,2}(\.\d+)?(px|pt|em|rem)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
  'font-style': [/^(italic|normal)$/],
  'font-family': [/^[\w\s,'"-]{1,120}$/],
  'text-decoration': [/^(underline|none|line-through)$/],
  'text-align': [/^(left|right|center)$/],
  'line-height': [/^\d(\.\d+)?$/],
  margin: [/^(\d{1,2}(px)?\s?){1,4}$/],
  padding: [/^(\d{1,2}(px)?\s?){1,4}$/],
}

const ALLOWED_TAGS =
  'a b strong i em u s small span div p br hr img ul ol li table tbody thead tr td th'.split(' ')

const IMAGE_STYLE = `max-width:${SIGNATURE_IMAGE_SHOWN_WIDTH}px;height:auto`

/**
 * Sanitises HTML for mail and screen: formatting, links and images from the web. Newlines become line breaks; images
 * are limited in width and get separate blocks.
 */
export const cleanSignature = (content: string): string =>
  separateImages(sanitize(breakLines(content.trim())))

function sanitize(content: string): string {
  return sanitizeHtml(content, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'style'],
      '*': ['style', 'dir', 'lang'],
    },
    allowedStyles: { '*': PLAIN_STYLES, img: { 'max-width': [/^200px$/], height: [/^auto$/] } },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    transformTags: { img: fitImage, a: keepSafeLink },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** Turns newlines into line breaks, except after a `<br>`. */
export const breakLines = (content: string): string =>
  content
    // PostgreSQL can't store this character.
    .replaceAll('\u0000', '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(<br\s*\/?>)\n/gi, '$1')
    .replaceAll('\n', '<br>')

/** Keeps links to the web, a mailbox or a phone number. Relative links lead nowhere in an email. */
function keepSafeLink(tagName: string, { href = '', ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const leads = /^(https?:\/\/|mailto:|tel:)/i.test(href.trim())
  return { tagName, attribs: leads ? { href: href.trim(), ...attribs } : attribs }
}

function fitImage(tagName: string, { src, alt = '', width }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const asked = Number.parseInt(width ?? '', 10)
  const shown = asked > 0 ? Math.min(asked, SIGNATURE_IMAGE_SHOWN_WIDTH) : undefined
  return {
    tagName,
    attribs: {
      // A relative address leads nowhere in an email.
      ...(/^https?:\/\//i.test(src ?? '') ? { src: src! } : {}),
      alt,
      // For mail clients that ignore styles.
      ...(shown ? { width: String(shown) } : {}),
      style: IMAGE_STYLE,
    },
  }
}

/** True if neither text nor an image is visible. */
export const isSignatureEmpty = (html: string): boolean =>
  !/<img\b/i.test(html) && sanitizeHtml(html, { allowedTags: [] }).replaceAll('&nbsp;', ' ').trim() === ''
