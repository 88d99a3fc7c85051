/** A small file can unpack into gigabytes; this is more than the largest screens have. */
export const LARGEST_PIXELS = 60_000_000

/** As large as anybody needs to read what stands on a screen. */
export const STORED_WIDTH = 2560

/** What the form offers: PNG, JPG and GIF, and WebP as some programs write screenshots. */
export const isScreenshotFormat = (format: string | undefined): boolean =>
  format !== undefined && ['png', 'jpeg', 'gif', 'webp'].includes(format)
