import { SIGNATURE_IMAGE_LIMIT } from '@goldpan/contract/signatures'
import { refuse } from '../../http/refuse.ts'

/** Four times the width shown, for sharp screens and zoomed emails. */
const STORED_WIDTH = 800
/** A small file can unpack into gigabytes; no portrait or logo needs more pixels. */
const MAX_PIXELS = 50_000_000

const DECODED = new Set(['jpeg', 'png', 'gif', 'webp', 'avif', 'heif', 'tiff'])
const PHOTOGRAPHS = new Set(['jpeg', 'avif', 'heif', 'tiff', 'webp'])

interface Encoding {
  contentType: 'image/png' | 'image/jpeg'
  extension: 'png' | 'jpg'
}

export interface PreparedImage {
  content: Buffer
  contentType: string
  extension: string
  width: number
}

/**
 * Re-encodes an uploaded image without metadata or hidden content and scales it down. Refuses files that are too
 * large or not an image.
 */
export async function prepareImage(content: Buffer): Promise<PreparedImage> {
  if (content.length >= SIGNATURE_IMAGE_LIMIT) refuse('signatures.image_too_large')
  return encodeAnew(content).catch(() => refuse('signatures.image_not_image'))
}

async function encodeAnew(content: Buffer): Promise<PreparedImage> {
  // Loaded on first use: most processes never see an image.
  const { default: sharp } = await import('sharp')
  const source = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  const { format, hasAlpha } = await source.metadata()
  const encoding = chooseEncoding(format, hasAlpha ?? false)
  if (!encoding) throw new Error(`Images of the format ${format} are not taken`)
  // Rotate before the metadata, which contains the orientation, is stripped.
  const upright = source
    .rotate()
    .resize({ width: STORED_WIDTH, height: STORED_WIDTH, fit: 'inside', withoutEnlargement: true })
  const encoded =
    encoding.extension === 'png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 85 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { ...encoding, content: data, width: info.width }
}

/** Null if the format isn't supported. Every mail client shows PNG and JPEG; an SVG can contain scripts and links. */
function chooseEncoding(format: string | undefined, hasAlpha: boolean): Encoding | null {
  if (format === undefined || !DECODED.has(format)) return null
  return PHOTOGRAPHS.has(format) && !hasAlpha
    ? { contentType: 'image/jpeg', extension: 'jpg' }
    : { contentType: 'image/png', extension: 'png' }
}
