import { FRAME_SANDBOX } from '@goldpan/contract/replies'
import sanitize from 'sanitize-html'
import { HARMLESS_STYLES, HARMLESS_TAGS, HIDDEN, LAYOUT_ATTRIBUTES } from './clean-html.ts'
import { escapeHtml } from './escape-html.ts'
import { markLinks, safeHref } from './link-hosts.ts'
import { isPictureDataUrl } from './pictures.ts'
import { withoutTricks } from './plain-name.ts'

export interface InertOptions {
  /** True after 'Load pictures'. */
  pictures: boolean
  /** A picture of the message by its Content-ID, as a data URL. */
  cid: (id: string) => string | null
}

export interface InertHtml {
  /** A complete document, to be served with {@link inertHeaders} in a frame with {@link FRAME_SANDBOX}. */
  html: string
  /** True if 'Load pictures' would show more. */
  hasRemotePictures: boolean
}

/** At worst a third of a second of parsing. Few people's mail is longer, even with years of quotations. */
const MAX_HTML = 300_000
/** The parser's time grows with the square of the depth, and browsers flatten what is deeper than 512. */
const MAX_DEPTH = 400
/** In all, however often the HTML shows the same picture. */
const MAX_PICTURE_CHARACTERS = 14_000_000

/** Elements whose content goes with them: it is code, or a substitute that only shows if they fail. */
const EMPTIED =
  `applet audio canvas frameset iframe map math noembed noframes noscript object option plaintext script select
   style svg template textarea title video xmp`.split(/\s+/)

const WITHOUT_CONTENT =
  'area base basefont col command embed frame input isindex keygen link meta param source track wbr'
const BLOCKS = 'address article aside details fieldset footer form header main nav section'
const KEPT = new Set([...HARMLESS_TAGS, ...EMPTIED, ...WITHOUT_CONTENT.split(' ')])
const KEPT_BLOCKS = new Set(BLOCKS.split(' '))

/** Headers for {@link InertHtml}; they replace the application's own. */
export function inertHeaders(pictures: boolean): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      pictures ? 'img-src data: https: http:' : 'img-src data:',
      "style-src 'unsafe-inline'",
      // default-src doesn't cover the next three.
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      // Also where the document is opened without the frame: no scripts, and an origin of its own.
      `sandbox ${FRAME_SANDBOX}`,
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Browsers look up the hosts of links ahead, which tells their owner that the mail was opened.
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  }
}

/**
 * Formatted mail that can't act: no scripts, forms, frames, style sheets or hidden text, nothing remote but pictures,
 * and those only if `pictures` is set. Says where each link leads. HTML beyond 300,000 characters is cut; HTML that is
 * nested hundreds deep is shown as its text.
 */
export function toInertHtml(html: string, options: InertOptions): InertHtml {
  const gallery = createGallery(options)
  const body = cleanBody(html.slice(0, MAX_HTML), gallery.attributesOf)
  const rest = html.length > MAX_HTML ? '<p><em>The rest of this message is too long to show.</em></p>' : ''
  return { html: toDocument(markLinks(withoutTricks(body)) + rest), hasRemotePictures: gallery.hasRemote() }
}

type Attributes = Record<string, string>

function cleanBody(html: string, pictureOf: (attributes: Attributes) => Attributes): string {
  const structure = watchStructure()
  try {
    return sanitize(html, {
      allowedTags: HARMLESS_TAGS,
      allowedAttributes: {
        '*': ['data-hidden', 'style', 'align', 'dir', 'lang', 'width', 'height'],
        a: ['href', 'target', 'rel'],
        img: ['src', 'alt', 'border', 'referrerpolicy'],
        ...LAYOUT_ATTRIBUTES,
      },
      allowedSchemes: ['https', 'http', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['https', 'http', 'data'] },
      allowProtocolRelative: false,
      nonTextTags: EMPTIED,
      // safeStyle does it.
      parseStyleAttributes: false,
      transformTags: {
        a: (_, attributes) => linkOf(attributes, structure.isInLink()),
        img: (tagName, attributes) => ({ tagName, attribs: pictureOf(attributes) }),
        body: (tagName, { style = '', bgcolor = '' }) => {
          const attribs = { style: `background-color:${bgcolor};${style}` }
          return { tagName: structure.isPage() && (style || bgcolor) ? 'div' : tagName, attribs }
        },
        '*': (tagName, attributes) => ({
          tagName:
            structure.isPage() && /^(?:html|head|body)$/.test(tagName) ? tagName : harmlessName(tagName),
          attribs: withSafeStyle(attributes),
        }),
      },
      exclusiveFilter: ({ attribs }) => attribs['data-hidden'] === 'yes',
      onOpenTag: structure.open,
      onCloseTag: structure.close,
    })
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    const text = html.replace(/<[^<>]*>/g, ' ').replace(/ {2,}/g, ' ')
    return cleanBody(`<pre>${escapeHtml(text)}</pre>`, pictureOf)
  }
}

/**
 * Other elements keep their place: without them a paragraph could stand in a paragraph, which browsers read in another
 * way.
 */
const harmlessName = (name: string): string =>
  KEPT.has(name) ? name : KEPT_BLOCKS.has(name) ? 'div' : 'span'

class TooDeep extends Error {}

/** Tracks where the element that is being opened is. */
function watchStructure() {
  const open: { name: string; isLink: boolean }[] = []
  let openLinks = 0
  return {
    open(name: string, { href }: Attributes) {
      if (open.length >= MAX_DEPTH) throw new TooDeep()
      const isLink = name === 'a' && href !== undefined && safeHref(href) !== null
      open.push({ name, isLink })
      if (isLink) openLinks += 1
    },
    close() {
      if (open.pop()?.isLink) openLinks -= 1
    },
    isInLink: () => openLinks > 1,
    /** True for the element that is the whole page, not a body quoted within it. */
    isPage: () => open.every(({ name }) => /^(?:html|head|body)$/.test(name)),
  }
}

/** A link within a link is text of the outer one, so that each has one mark. */
function linkOf({ href = '', style = '' }: Attributes, isInLink: boolean): sanitize.Tag {
  const safe = isInLink ? null : safeHref(href)
  if (!safe) return { tagName: 'span', attribs: { style } }
  return { tagName: 'a', attribs: { href: safe, target: '_blank', rel: 'noopener noreferrer', style } }
}

/** Marks what is hidden, and marks of links that aren't ours, for removal. */
function withSafeStyle({ style = '', 'data-hidden': _own, ...attributes }: Attributes): Attributes {
  if (HIDDEN.test(style) || 'data-link-host' in attributes) return { ...attributes, 'data-hidden': 'yes' }
  const safe = safeStyle(style)
  const plain = Object.entries(attributes).filter(
    ([name, value]) => PARSED_ATTRIBUTES.has(name) || PLAIN_ATTRIBUTE.test(value),
  )
  return { ...Object.fromEntries(plain), ...(safe ? { style: safe } : {}) }
}

const PARSED_ATTRIBUTES = new Set(['href', 'src', 'alt'])
/** Colours, sizes and names; no browser loads such a value, and no mail needs another. */
const PLAIN_ATTRIBUTE = /^[\w\s#%.,'+-]*$/

/** Numbers, words, colours and quoted names: no url(), escape, comment, or negative length that moves text away. */
const SAFE_VALUE = /^(?:[\w\s#%.,+]|-(?=[a-z])|'[\w\s.,-]*'|"[\w\s.,-]*"|rgba?\([\d\s.,%]+\))+$/i
const DECLARATION = /^\s*([a-z-]+)\s*:([\s\S]+)$/i
const STYLE_NAMES = new Set(HARMLESS_STYLES)
/** Lines that don't wrap would push the mark of a link out of sight. */
const UNWRAPPED = /^white-space:(?:nowrap|pre)$/

function safeStyle(style: string): string {
  const declarations = style.split(';').flatMap((text) => {
    const [, name = '', given = ''] = DECLARATION.exec(text) ?? []
    const value = given.replace(/!\s*important\s*$/i, '').trim()
    const declaration = `${name.toLowerCase()}:${value}`
    const isSafe = STYLE_NAMES.has(name.toLowerCase()) && SAFE_VALUE.test(value)
    return isSafe && !UNWRAPPED.test(declaration.toLowerCase()) ? declaration : []
  })
  return declarations.join(';')
}

/** Decides which pictures are shown, and remembers whether there are remote ones. */
function createGallery({ pictures, cid }: InertOptions) {
  let left = MAX_PICTURE_CHARACTERS
  let hasRemote = false

  function sourceOf(src: string): string | null {
    const remote = remotePicture(src)
    if (remote) {
      hasRemote = true
      return pictures ? remote : null
    }
    const url = /^cid:/i.test(src) ? cid(decodeId(src.slice(4))) : src
    if (!url || url.length > left || !isPictureDataUrl(url)) return null
    left -= url.length
    return url
  }

  function attributesOf({ src = '', alt = '', border, width, height, style, ...given }: Attributes) {
    const shown = sourceOf(src.trim())
    const layout = { border, width, height, style, 'data-link-host': given['data-link-host'] }
    const set = Object.entries(layout).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const source: Attributes = shown ? { src: shown, referrerpolicy: 'no-referrer' } : {}
    return { ...source, alt, ...Object.fromEntries(set) }
  }

  return { attributesOf, hasRemote: () => hasRemote }
}

function remotePicture(src: string): string | null {
  return /^https?:/i.test(src) ? safeHref(src) : null
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** The mark of a link lies above everything and inherits nothing, so that no style of the mail covers or hides it. */
const STYLE = `
html { background: #fff; color: #1f2328; color-scheme: light }
body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word }
img { max-width: 100%; height: auto }
pre { white-space: pre-wrap }
blockquote { margin: 8px 0; padding-left: 12px; border-left: 2px solid #d0d7de }
[data-link-host] {
  all: initial; position: relative; z-index: 1; background: #fff; color: #57606a;
  font: 13px/1.4 system-ui, sans-serif; overflow-wrap: break-word; unicode-bidi: isolate; direction: ltr
}
[data-link-host="other"] { background: #fff1f0; color: #b42318; font-weight: 600 }
`

const toDocument = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Message</title><style>${STYLE}</style></head><body>${body}</body></html>`
