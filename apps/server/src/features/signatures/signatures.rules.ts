import { SIGNATURE_IMAGE_SHOWN_WIDTH, separateImages } from '@goldpan/contract/signatures'
import sanitizeHtml from 'sanitize-html'

/** The content of an email with the signature below it. An empty signature leaves it as it is. */
export const withSignature = (content: string, signature: string | null): string =>
  signature ? `${content}\n<div>${signature}</div>` : content

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
