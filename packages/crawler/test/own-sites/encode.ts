/** Encodings with which content management systems hide addresses from plain patterns. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const turned = (text: string): string => [...text].reverse().join('')

export function cloudflare(text: string, key: number): string {
  return Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
}

export function moved(text: string, by = 1): string {
  return [...text].map((char) => String.fromCharCode(char.charCodeAt(0) + by)).join('')
}

const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

/** TYPO3's cipher: rotates characters within their range. */
export function rotated(text: string, by: number): string {
  return [...text]
    .map((char) => {
      const code = char.charCodeAt(0)
      const [low, high] = RANGES.find(([from, to]) => code >= from && code <= to) ?? [code, code]
      const size = high - low + 1
      return String.fromCharCode(low + ((((code - low + by) % size) + size) % size))
    })
    .join('')
}

export function entities(text: string, isHex = false): string {
  return [...text]
    .map((char) => `&#${isHex ? `x${char.charCodeAt(0).toString(16)}` : char.charCodeAt(0)};`)
    .join('')
}

export function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
