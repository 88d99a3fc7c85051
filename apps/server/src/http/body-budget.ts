import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'
import { sourceOf } from './source-of.ts'

const MB = 1024 * 1024

/** Two of the largest bodies. */
const SENDER_BYTES = 48 * MB
const ALL_BYTES = 384 * MB
/** Short bodies pass even while ALL_BYTES is used up. */
const SHORT_BYTES = 64 * 1024

/** A body about to be read. */
interface Expected {
  /** Null for a visitor, who counts by address. */
  person: string | null
  maxBytes: number
  request: FastifyRequest
  reply: FastifyReply
}

/** Reserves budget for a body until its request is answered, or refuses the request. */
export type BodyBudget = (expected: Expected) => void

/**
 * Limits the size of all bodies being received or handled, per sender and in total. Each counts with its announced
 * length, before it is read.
 */
export function createBodyBudget({ senderBytes = SENDER_BYTES, allBytes = ALL_BYTES } = {}): BodyBudget {
  const senders = new Map<string, number>()
  let all = 0

  return ({ person, maxBytes, request, reply }) => {
    const bytes = announcedBytes(request, maxBytes)
    if (bytes === 0) return
    const sender = person ?? sourceOf(request.ip)
    const used = senders.get(sender) ?? 0
    const isFull = used + bytes > senderBytes || (bytes > SHORT_BYTES && all + bytes > allBytes)
    if (isFull) refuse('request.too_many', { retryAfterSeconds: 5 })
    senders.set(sender, used + bytes)
    all += bytes
    reply.raw.once('close', () => {
      const rest = senders.get(sender)! - bytes
      if (rest > 0) senders.set(sender, rest)
      else senders.delete(sender)
      all -= bytes
    })
  }
}

/** The announced length, at most `maxBytes`; `maxBytes` if none is announced. */
function announcedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes
  return Math.min(Number(headers['content-length'] ?? 0), maxBytes)
}
