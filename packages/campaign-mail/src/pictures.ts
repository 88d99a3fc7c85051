export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

const MAX_PICTURE_BYTES = 5_000_000

/** The type that the first bytes of a file prove; null for anything but PNG, JPEG, GIF and WebP. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : null
}

/** A picture as a data URL; null if its content isn't a picture or has more than 5 MB. */
export function pictureDataUrl(bytes: Uint8Array): string | null {
  const type = bytes.length <= MAX_PICTURE_BYTES ? pictureType(bytes) : null
  return type && `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

const DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp);base64,([a-z0-9+/]{16,}={0,2})$/i

/** True for a data URL as {@link pictureDataUrl} writes it. */
export function isPictureDataUrl(url: string): boolean {
  if (url.length > MAX_PICTURE_BYTES * 1.4) return false
  const content = DATA_URL.exec(url)?.[1]
  return content !== undefined && pictureType(Buffer.from(content.slice(0, 24), 'base64')) !== null
}
