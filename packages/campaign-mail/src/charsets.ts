import iconv from 'iconv-lite'

/** Labels that mail programs often set wrongly; the bytes are better evidence. */
const CARELESS =
  /^(?:utf-?8|us-?ascii|ascii|ansi_x3\.4-1968|iso-?8859-1|latin-?1|windows-1252|cp-?1252|unknown-8bit|x-unknown|default|8bit|binary)?$/i
const UTF7 = /utf-?7$/i
/** The escape sequences with which ISO-2022-JP switches character sets. */
const JAPANESE = /\x1b\$[@B]|\x1b\([BJI]/
/** Text with a smaller share of invalid bytes is UTF-8 with a few errors, not another encoding. */
const MAX_FAULTS = 0.1

/** Decodes text by its label, or by its bytes if the label is missing, unreliable or wrong. */
export function decodeText(bytes: Uint8Array, label: string | undefined): string {
  const name = (label ?? '').trim()
  const ascii = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 100_000)).toString(
    'latin1',
  )
  if (CARELESS.test(name)) {
    if (JAPANESE.test(ascii) && !/[\x80-\xff]/.test(ascii)) return decodeJapanese(bytes)
    return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  }
  if (/^iso-2022-jp/i.test(name)) return decodeJapanese(bytes)
  // TextDecoder supports neither UTF-7 nor the DOS code pages.
  if (UTF7.test(name)) return iconv.decode(Buffer.from(bytes), 'utf-7')
  const decoder = findDecoder(name)
  if (decoder) return decoder.decode(bytes)
  if (iconv.encodingExists(name)) return iconv.decode(Buffer.from(bytes), name)
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Keeps only the last of several consecutive switches; the decoder treats the others as errors. */
function decodeJapanese(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const plain = text.replace(/(?:\x1b(?:\$[@B]|\([BJI]))+(?=\x1b[$(])/g, '')
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(plain, 'latin1'))
}

/** Null if the bytes aren't valid UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes)
  const faults = text.match(/\ufffd/g)?.length ?? 0
  if (faults === 0) return text
  const letters = text.match(/[^\x00-\x7f\ufffd]/g)?.length ?? 0
  return faults <= letters * MAX_FAULTS ? text : null
}

function findDecoder(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    // A label that the Encoding Standard doesn't define.
    return null
  }
}
