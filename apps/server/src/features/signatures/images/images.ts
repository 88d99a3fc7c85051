import { SIGNATURE_IMAGE_LIMIT } from '@goldpan/contract/signatures'
import { refuse } from '../../../http/refuse.ts'
import { chooseEncoding, LARGEST_PIXELS, STORED_WIDTH } from './images.rules.ts'

export interface PreparedImage {
  content: Buffer
  contentType: string
  extension: string
  width: number
}

/**
 * An uploaded image, looked at by its content, decoded and encoded anew: no metadata, no hidden payload, at most
 * as wide as a sharp screen shows it. Refuses what is too large or not an image.
 */
export async function prepareImage(content: Buffer): Promise<PreparedImage> {
  if (content.length >= SIGNATURE_IMAGE_LIMIT) refuse('signatures.image_too_large')
  return encodeAnew(content).catch(() => refuse('signatures.image_not_image'))
}

/** Throws what the decoder throws for anything that is not a picture. */
async function encodeAnew(content: Buffer): Promise<PreparedImage> {
  // Loaded on first use: most processes never see a picture.
  const { default: sharp } = await import('sharp')
  const source = sharp(content, { limitInputPixels: LARGEST_PIXELS, failOn: 'error', pages: 1 })
  const { format, hasAlpha } = await source.metadata()
  const encoding = chooseEncoding(format, hasAlpha ?? false)
  if (!encoding) throw new Error(`Images of the format ${format} are not taken`)
  // How a photograph is turned stands in the metadata that is stripped, so it is turned first.
  const upright = source
    .rotate()
    .resize({ width: STORED_WIDTH, height: STORED_WIDTH, fit: 'inside', withoutEnlargement: true })
  const encoded =
    encoding.extension === 'png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 85 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { ...encoding, content: data, width: info.width }
}
