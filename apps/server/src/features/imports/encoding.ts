import { importEncodings } from '@goldpan/contract/imports'
import iconv from 'iconv-lite'

interface Decoder {
  /** Returns the remaining text if called without bytes. */
  decode(bytes?: Buffer): string
}

const byLowerCase = new Map(Object.keys(importEncodings).map((name) => [name.toLowerCase(), name]))

/** The canonical name for a label: 'latin1' is Windows-1252. Null for an unknown label. */
export function findEncoding(label: string): string | null {
  const name = standardName(label) ?? codePageName(label)
  return name && (byLowerCase.get(name) ?? name)
}

function standardName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding.toLowerCase()
  } catch {
    return null
  }
}

/** The Encoding Standard leaves out most code pages of DOS. */
function codePageName(label: string): string | null {
  const page = /^(?:ibm|cp|dos-?)?-?(437|850|852|855|857|858|860|861|862|863|865)$/i.exec(label.trim())?.[1]
  return page ? `ibm${page}` : null
}

function openDecoder(encoding: string): Decoder {
  if (!codePageName(encoding)) {
    const decoder = new TextDecoder(encoding)
    return { decode: (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()) }
  }
  const decoder = iconv.getDecoder(encoding)
  return { decode: (bytes) => (bytes ? decoder.write(bytes) : decoder.end()) ?? '' }
}

export const decode = (bytes: Buffer, encoding: string): string => {
  const decoder = openDecoder(encoding)
  return decoder.decode(bytes) + decoder.decode()
}

/** Decodes a file piece by piece. A byte order mark and zero bytes are left out. */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = openDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk).replaceAll('\0', '')
  yield decoder.decode()
}
