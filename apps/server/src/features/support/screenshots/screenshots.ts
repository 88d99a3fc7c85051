import { SCREENSHOT_MAX_BYTES } from '@goldpan/contract/support'
import { refuse } from '../../../http/refuse.ts'
import { isScreenshotFormat, LARGEST_PIXELS, STORED_WIDTH } from '../support.rules.ts'

/**
 * A screenshot as it is kept: looked at by its content, decoded and encoded anew as PNG, so that neither metadata
 * nor anything hidden in the file comes along. Refuses what is too large or no image.
 */
export async function prepareScreenshot(content: Buffer): Promise<Buffer> {
  if (content.length > SCREENSHOT_MAX_BYTES) refuse('support.screenshot_too_large')
  return encodeAnew(content).catch(() => refuse('support.screenshot_not_image'))
}

/** Throws what the decoder throws for anything that is not a picture. */
async function encodeAnew(content: Buffer): Promise<Buffer> {
  // Loaded on first use: most processes never see a picture.
  const { default: sharp } = await import('sharp')
  const source = sharp(content, { limitInputPixels: LARGEST_PIXELS, failOn: 'error', pages: 1 })
  const { format } = await source.metadata()
  if (!isScreenshotFormat(format)) throw new Error(`Screenshots of the format ${format} are not taken`)
  return (
    source
      // How a photograph is turned stands in the metadata that is stripped, so it is turned first.
      .rotate()
      .resize({ width: STORED_WIDTH, height: 4 * STORED_WIDTH, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: false })
      .toBuffer()
  )
}
