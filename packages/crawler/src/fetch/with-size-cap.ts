import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { CrawlLimits } from '../limits.ts'
import { type Fetcher, FetchFailure, type FetchRequest, type FetchResponse } from './fetcher.ts'
import { toFailure } from './network.ts'

type Caps = Pick<CrawlLimits, 'wireBytes' | 'bodyMs' | 'stallMs'>

/**
 * Limits bodies by size, time and type. Decoded bytes are counted while they arrive, so a decompression bomb of a few
 * kilobytes never grows to gigabytes.
 */
export function withSizeCap(inner: Fetcher, caps: Caps): Fetcher {
  return {
    async fetch(request) {
      const response = await inner.fetch(request)
      const decoder = decoderFor(response.headers['content-encoding'])
      const type = response.headers['content-type'] ?? ''
      if (decoder === undefined || (type !== '' && !request.accepts.test(type))) return drop(response)
      return collect(response, decoder, request, caps)
    },
  }
}

/** Created once the first bytes have arrived. */
type Decoder = (first: Uint8Array) => NodeJS.ReadWriteStream

/** `null` for no encoding, undefined for an unsupported one, such as two on top of each other. */
function decoderFor(encoding = ''): null | Decoder | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return () => createGunzip()
    case 'deflate':
      return (first) => (isZlib(first) ? createInflate() : createInflateRaw())
    case 'br':
      return () => createBrotliDecompress()
    default:
      return undefined
  }
}

/** Some servers omit the zlib header that the standard requires, and browsers accept it. */
function isZlib(first: Uint8Array): boolean {
  return (first[0]! & 0x0f) === 8
}

function drop(response: FetchResponse): FetchResponse {
  release(response)
  return { ...response, body: [], truncated: true }
}

function release({ body }: FetchResponse): void {
  if (body instanceof Readable) {
    body.on('error', () => {})
    body.destroy()
  }
}

async function collect(
  response: FetchResponse,
  decoder: null | Decoder,
  request: FetchRequest,
  caps: Caps,
): Promise<FetchResponse> {
  const source = limitWire(response.body, caps, request.signal)
  const stream = decoder ? unpack(source, decoder) : source
  const parts: Uint8Array[] = []
  let size = 0
  let truncated = false
  try {
    for await (const part of stream) {
      parts.push(part)
      size += part.length
      if (size < request.maxBytes) continue
      truncated = true
      break
    }
  } catch (error) {
    if (request.signal.aborted) throw new FetchFailure('cancelled', 'given up', error)
    // Keep what arrived before the connection broke.
    truncated = true
    if (size === 0) throw toFailure(error, request.signal)
  } finally {
    release(response)
  }
  return { ...response, body: [Buffer.concat(parts).subarray(0, request.maxBytes)], truncated }
}

async function* unpack(source: AsyncGenerator<Uint8Array>, decoder: Decoder): AsyncGenerator<Uint8Array> {
  const { value: first, done } = await source.next()
  if (done) return
  const packed = Readable.from(withFirst(first, source))
  try {
    yield* pipeline(packed, decoder(first), () => {}) as unknown as AsyncIterable<Uint8Array>
  } finally {
    packed.destroy()
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

async function* limitWire(
  body: FetchResponse['body'],
  { wireBytes, bodyMs, stallMs }: Caps,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const end = Date.now() + bodyMs
  let windowEnd = Date.now() + stallMs
  let windowBytes = 0
  let total = 0
  for await (const part of body) {
    const now = Date.now()
    total += part.length
    windowBytes += part.length
    yield part
    if (signal.aborted || total >= wireBytes || now > end) return
    if (now <= windowEnd) continue
    if (windowBytes < 1000) return
    windowEnd = now + stallMs
    windowBytes = 0
  }
}
