/** Four times the width that is shown, for sharp screens and zoomed mails. */
export const STORED_WIDTH = 800
/** A small file can unpack into gigabytes; no photograph of a person or logo needs more pixels than this. */
export const LARGEST_PIXELS = 50_000_000

const DECODED = new Set(['jpeg', 'png', 'gif', 'webp', 'avif', 'heif', 'tiff'])
const PHOTOGRAPHS = new Set(['jpeg', 'avif', 'heif', 'tiff', 'webp'])

export interface Encoding {
  contentType: 'image/png' | 'image/jpeg'
  extension: 'png' | 'jpg'
}

/**
 * How an image of this format is stored, or null when it is not taken. All mail clients show PNG and JPEG; SVG is
 * a document with scripts and links, not a picture.
 */
export function chooseEncoding(format: string | undefined, hasAlpha: boolean): Encoding | null {
  if (format === undefined || !DECODED.has(format)) return null
  return PHOTOGRAPHS.has(format) && !hasAlpha
    ? { contentType: 'image/jpeg', extension: 'jpg' }
    : { contentType: 'image/png', extension: 'png' }
}
