const META = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{2,40})/i
const XML = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})["']/i
/** Labels that browsers treat as another encoding. */
const READ_AS = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['shift-jis', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['x-sjis', 'shift_jis'],
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['iso-8859-9', 'windows-1254'],
  ['cp1252', 'windows-1252'],
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['unicode', 'utf-8'],
])
const HEAD_BYTES = 4096

/** Decodes a page by its byte order mark, else the HTTP header, else the meta element, else the bytes. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const mark = byteOrderMark(bytes)
  if (mark) return decode(bytes, mark)!
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString(
    'latin1',
  )
  const declared = [
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1],
    XML.exec(head)?.[1],
    META.exec(head)?.[1],
  ]
  for (const label of declared) {
    const text = label && decode(bytes, meaningOf(label, head))
    // A wrong label causes replacement characters. Try the next one.
    if (text && !hasManyErrors(text)) return text
  }
  return guess(bytes)
}

/** A meta element readable as ASCII isn't UTF-16, even if it claims so. */
function meaningOf(label: string, head: string): string {
  const name = READ_AS.get(label.toLowerCase()) ?? label.toLowerCase()
  return name.startsWith('utf-16') && /<(?:html|head|meta|body)/i.test(head) ? 'utf-8' : name
}

function byteOrderMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function guess(bytes: Uint8Array): string {
  if (bytes[1] === 0 && bytes[3] === 0) return decode(bytes, 'utf-16le')!
  if (bytes[0] === 0 && bytes[2] === 0) return decode(bytes, 'utf-16be')!
  const utf8 = decode(bytes, 'utf-8')!
  return hasManyErrors(utf8) ? decode(bytes, 'windows-1252')! : utf8
}

function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // An unknown label.
    return undefined
  }
}

/** A page cut off within a character has one error, a wrong charset has many. */
function hasManyErrors(text: string): boolean {
  let errors = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1))
    if (++errors > 2) return true
  return errors > 0 && text.length < 2000
}
