import sanitize from 'sanitize-html'

const TEXT_TAGS = 'p br hr div span a b strong i em u s small sub sup blockquote pre code'.split(' ')
const BLOCK_TAGS = 'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td'.split(' ')
const PICTURE_TAGS = ['img', 'figure', 'figcaption', 'center', 'font']
export const HARMLESS_TAGS = [...TEXT_TAGS, ...BLOCK_TAGS, ...PICTURE_TAGS]

// No url(), expression() or escapes: only letters, numbers, colours, lengths and font names.
const PLAIN_VALUE = /^(?:[\w\s#%.,'"!+-]|rgba?\([\d\s.,%]+\))*$/
export const HARMLESS_STYLES =
  `color background-color background font font-family font-size font-style font-weight line-height
   letter-spacing text-align text-decoration text-transform vertical-align white-space
   margin margin-top margin-right margin-bottom margin-left
   padding padding-top padding-right padding-bottom padding-left
   border border-top border-right border-bottom border-left border-color border-style border-width
   border-radius border-collapse border-spacing width max-width min-width height max-height
   list-style list-style-type table-layout`.split(/\s+/)

export const HIDDEN =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|;|\s|$)|opacity\s*:\s*0(?:\.0*)?(?:;|\s|$))/i
/** Attributes of single elements that neither load nor run anything. */
export const LAYOUT_ATTRIBUTES = {
  font: ['color', 'face', 'size'],
  table: ['border', 'cellpadding', 'cellspacing', 'bgcolor', 'role'],
  tr: ['bgcolor', 'valign'],
  td: ['bgcolor', 'valign', 'colspan', 'rowspan'],
  th: ['bgcolor', 'valign', 'colspan', 'rowspan', 'scope'],
  ol: ['start', 'type'],
}
const COMMON = ['data-hidden', 'style', 'align', 'dir', 'lang', 'title', 'width', 'height']

/**
 * Sanitizes HTML for a message: keeps text, tables and pictures; removes scripts, forms, frames, event handlers,
 * hidden text, style sheets, and links other than web, mail and phone. Pictures may load from https or a Content-ID,
 * and from plain http if `allowHttp` is set.
 */
export function cleanHtml(html: string, allowHttp = false): string {
  return sanitize(html, {
    allowedTags: HARMLESS_TAGS,
    allowedAttributes: {
      '*': COMMON,
      a: ['href', 'name', 'target', 'rel'],
      img: ['src', 'alt', 'border'],
      ...LAYOUT_ATTRIBUTES,
    },
    allowedStyles: { '*': Object.fromEntries(HARMLESS_STYLES.map((name) => [name, [PLAIN_VALUE]])) },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: allowHttp ? ['https', 'http', 'cid'] : ['https', 'cid'] },
    allowProtocolRelative: false,
    nestingLimit: 100,
    // Hidden elements are marked before their styles are removed.
    transformTags: {
      '*': (tagName, { 'data-hidden': _own, ...attribs }) => {
        const isHidden = HIDDEN.test(attribs.style ?? '')
        return { tagName, attribs: isHidden ? { ...attribs, 'data-hidden': 'yes' } : attribs }
      },
    },
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'img' && !attribs.src) || attribs['data-hidden'] === 'yes',
  })
}
