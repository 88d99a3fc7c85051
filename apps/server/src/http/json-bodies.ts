import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseChunked } from '@discoveryjs/json-ext'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refuse.ts'

/** Larger bodies are parsed in chunks of this size, with other requests in between. */
const CHUNK_BYTES = 128 * 1024

/** 50,000 businesses with all their fields have some 700,000 values. Requests nest five levels at most. */
const MAX_VALUES = 1_500_000
const MAX_DEPTH = 64
const MAX_KEYS = 1000

export const NUL_SENTENCE = 'The text contains a character that cannot be stored (NUL)'
const NOT_JSON = 'The request is not valid JSON'
const RESERVED = 'The request contains a name that cannot be used: __proto__ or constructor'

/** Matches a character of JSON, plain or escaped. */
const charPattern = (char: string): string => {
  const code = char.charCodeAt(0).toString(16)
  return `(?:${char}|\\\\u00${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}
const keyPattern = (word: string): string => [...word].map(charPattern).join('')

/** NUL, which PostgreSQL can't store, or a key that would reach an object's prototype. */
const FORBIDDEN = new RegExp(
  `(?<nul>\\0|\\\\u0000)|"(?:${keyPattern('__proto__')}|${keyPattern('constructor')})"\\s*:`,
)

/** Accepts JSON bodies, and requests without a body that announce JSON. */
export function acceptJson(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer) => parseJson(body),
  )
}

/** Undefined for empty text. */
export async function parseJson(json: Buffer): Promise<unknown> {
  const forbidden = FORBIDDEN.exec(json.toString('latin1'))
  if (forbidden)
    throw new Refusal('request.invalid', { message: forbidden.groups?.nul ? NUL_SENTENCE : RESERVED })
  if (json.length > CHUNK_BYTES) return parseInChunks(json)
  const text = json.toString()
  return text.trim() === '' ? undefined : parse(() => JSON.parse(text))
}

async function parse(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuseJson()
  }
}

const parseInChunks = (json: Buffer) => parse(() => parseChunked(() => chunksOf(json)))

async function* chunksOf(json: Buffer): AsyncGenerator<Buffer> {
  const measure = measureShape()
  for (let at = 0; at < json.length; at += CHUNK_BYTES) {
    await nextTurn()
    const chunk = json.subarray(at, at + CHUNK_BYTES)
    measure(chunk)
    yield chunk
  }
  measure(null)
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses shapes that cost far more memory or time than their length suggests, and brackets that don't match. Call
 * with null at the end of the body.
 */
function measureShape(): (chunk: Buffer | null) => void {
  /** Commas so far in each open object; null for an array. */
  const open: (number | null)[] = []
  let values = 0
  let isInText = false
  let isEscaped = false
  return (chunk) => {
    if (!chunk) return open.length > 0 || isInText ? refuseJson() : undefined
    for (const byte of chunk) {
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (byte === COMMA) {
        values += 1
        const keys = open.at(-1)
        if (typeof keys === 'number') open[open.length - 1] = keys + 1
        if (typeof keys === 'number' && keys > MAX_KEYS) refuseShape()
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        values += 1
        open.push(byte === OPEN_LIST ? null : 0)
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        const isList = open.pop() === null
        if (isList !== (byte === CLOSE_LIST)) refuseJson()
      }
      if (values > MAX_VALUES || open.length > MAX_DEPTH) refuseShape()
    }
  }
}

const refuseJson = (): never => {
  throw new Refusal('request.invalid', { message: NOT_JSON })
}

const refuseShape = (): never => {
  throw new Refusal('request.invalid', { message: 'The request contains too many values' })
}
