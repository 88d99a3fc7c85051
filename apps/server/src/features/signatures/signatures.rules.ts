import { SIGNATURE_IMAGE_SHOWN_WIDTH } from '@goldpan/contract/signatures'
import sanitizeHtml from 'sanitize-html'

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

const IMAGE_STYLE = `max-width:${SIGNATURE_IMAGE_SHOWN_WIDTH}px;height:auto`

/**
 * HTML that is safe to mail and to show: formatting, web and mail links, and images over https or our own address.
 * Newlines become line breaks and images are held at the width that signatures show.
 */
export function cleanSignature(content: string): string {
  return sanitizeHtml(breakLines(content.trim()), {
    allowedTags: [
      ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'span', 'div', 'p', 'br', 'hr', 'img'],
      ...['ul', 'ol', 'li', 'table', 'tbody', 'thead', 'tr', 'td', 'th'],
    ],
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
    transformTags: { img: holdImage, a: holdLink },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** One line break a newline; a newline that follows a written break is that same one. */
export const breakLines = (content: string): string =>
  content
    // PostgreSQL has no place for this sign.
    .replaceAll('\u0000', '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(<br\s*\/?>)\n/gi, '$1')
    .replaceAll('\n', '<br>')

/** A link leads to the web, a mailbox or a phone; a relative one would lead nowhere in a mail. */
function holdLink(tagName: string, { href = '', ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const leads = /^(https?:\/\/|mailto:|tel:)/i.test(href.trim())
  return { tagName, attribs: leads ? { href: href.trim(), ...attribs } : attribs }
}

function holdImage(tagName: string, { src, alt = '', width }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const asked = Number.parseInt(width ?? '', 10)
  const shown = asked > 0 ? Math.min(asked, SIGNATURE_IMAGE_SHOWN_WIDTH) : undefined
  return {
    tagName,
    attribs: {
      // A relative address leads nowhere in a mail.
      ...(/^https?:\/\//i.test(src ?? '') ? { src: src! } : {}),
      alt,
      // Mail clients that ignore styles hold to the attribute.
      ...(shown ? { width: String(shown) } : {}),
      style: IMAGE_STYLE,
    },
  }
}

/** Whether anything would be seen: text or an image. */
export const isSignatureEmpty = (html: string): boolean =>
  !/<img\b/i.test(html) && sanitizeHtml(html, { allowedTags: [] }).replaceAll('&nbsp;', ' ').trim() === ''
