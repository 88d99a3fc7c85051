import { SIGNATURE_IMAGE_SHOWN_WIDTH, separateImages } from '@goldpan/contract/signatures'
import { replaceLinks, writeLink } from '@goldpan/contract/written-link'

export interface SignatureImage {
  url: string
  width: number
}

/** A signature as edited: lines, **bold**, links as [text](url), and numbered placeholders for images. */
export interface SignatureText {
  text: string
  images: readonly SignatureImage[]
}

const PLACEHOLDER = /\[image(?: (\d+))?\]/g

/** A line of images, with the line break before it and the character after it. */
const IMAGE_BLOCK = /(\n?)<div>((?:\[image(?: \d+)?\][ \t]*)+)<\/div>([\s\S]?)/g

/** '[image]' for the first image, '[image 2]' for the second. */
export const imagePlaceholder = (index: number): string => (index === 0 ? '[image]' : `[image ${index + 1}]`)

/** The HTML to save: placeholders become images of at most 200 px; the server turns newlines into breaks. */
export function toSignatureHtml({ text, images }: SignatureText): string {
  const html = text
    .replace(PLACEHOLDER, (placeholder, number: string | undefined) => {
      const image = images[number === undefined ? 0 : Number(number) - 1]
      return image ? imageTag(image) : placeholder
    })
    .replace(/\*\*([^*\n]+)\*\*/g, '<b>$1</b>')
  return replaceLinks(html, ({ words, url }) => `<a href="${escapeAttribute(url)}">${words}</a>`)
}

/** The HTML for the preview. */
export const toPreviewHtml = (signature: SignatureText): string =>
  separateImages(toSignatureHtml(signature)).replace(/\r?\n/g, '<br />')

const imageTag = ({ url, width }: SignatureImage): string =>
  `<img src="${escapeAttribute(url)}" alt="" width="${Math.min(width, SIGNATURE_IMAGE_SHOWN_WIDTH)}" style="max-width:${SIGNATURE_IMAGE_SHOWN_WIDTH}px;height:auto" />`

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const unescapeAttribute = (value: string): string =>
  value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Turns saved HTML into text to edit. Other formatting stays as HTML. */
export function toSignatureText(html: string): SignatureText {
  const images: SignatureImage[] = []
  const text = html
    .replace(/<img\b[^>]*?\ssrc="([^"]*)"[^>]*>/gi, (tag, src: string) => {
      const width = Number(/\swidth="(\d+)"/i.exec(tag)?.[1] ?? SIGNATURE_IMAGE_SHOWN_WIDTH)
      images.push({ url: unescapeAttribute(src), width })
      return imagePlaceholder(images.length - 1)
    })
    .replace(/<a\s+href="([^"]*)">([^<>[\]\n]*)<\/a>/gi, (tag, href: string, words: string) =>
      !words.trim() ? tag : writeLink(words, unescapeAttribute(href)),
    )
    .replace(/<(b|strong)>([^<>*\n]+)<\/\1>/gi, '**$2**')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(IMAGE_BLOCK, (_all, before: string, placeholders: string, after: string, at: number) => {
      const isFirst = at === 0 && before === ''
      return `${isFirst ? '' : '\n'}${placeholders}${after === '' ? '' : `\n${after}`}`
    })
    // An ampersand that begins no entity is shown as itself; the server escapes it again.
    .replace(/&amp;(?!#?\w+;)/g, '&')
  return { text, images }
}
