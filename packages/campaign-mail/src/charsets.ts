import iconv from 'iconv-lite'

/** Labels that mail programs write without looking; the bytes know better. */
const CARELESS =
  /^(?:utf-?8|us-?ascii|ascii|ansi_x3\.4-1968|iso-?8859-1|latin-?1|windows-1252|cp-?1252|unknown-8bit|x-unknown|default|8bit|binary)?$/i
const UTF7 = /utf-?7$/i
/** The escapes with which ISO-2022-JP changes its alphabet. */
const JAPANESE = /\x1b\$[@B]|\x1b\([BJI]/
/** Below this share of wrong bytes a text is UTF-8 with a few faults, not another encoding. */
const MAX_FAULTS = 0.1

/** Decodes text by its label, and by its bytes where the label is missing, careless or wrong. */
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
  // TextDecoder knows neither UTF-7 nor the code pages of DOS.
  if (UTF7.test(name)) return iconv.decode(Buffer.from(bytes), 'utf-7')
  const decoder = findDecoder(name)
  if (decoder) return decoder.decode(bytes)
  if (iconv.encodingExists(name)) return iconv.decode(Buffer.from(bytes), name)
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Of changes of the alphabet in a row the last one counts; the decoder takes all others for faults. */
function decodeJapanese(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const plain = text.replace(/(?:\x1b(?:\$[@B]|\([BJI]))+(?=\x1b[$(])/g, '')
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(plain, 'latin1'))
}

/** Null if the bytes are no UTF-8. */
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
    // A label that the Encoding Standard doesn't know.
    return null
  }
}
