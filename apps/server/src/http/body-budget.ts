import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

const MB = 1024 * 1024

/** Room for two of the largest bodies. */
const PERSON_BYTES = 48 * MB
const ALL_BYTES = 384 * MB
/** Short bodies pass even when there is no room for everybody's large ones. */
const SHORT_BYTES = 64 * 1024

/** Reserves room for a body until its request is answered; refuses when there is none. */
export type BodyBudget = (person: string, bytes: number, reply: FastifyReply) => void

/**
 * Limits the bodies under way, unfinished ones included: those of one person, and all together. Each counts with the
 * length it announces before it is read.
 */
export function createBodyBudget({ personBytes = PERSON_BYTES, allBytes = ALL_BYTES } = {}): BodyBudget {
  const persons = new Map<string, number>()
  let all = 0

  return (person, bytes, { raw }) => {
    const used = persons.get(person) ?? 0
    const isFull = used + bytes > personBytes || (bytes > SHORT_BYTES && all + bytes > allBytes)
    if (isFull) refuse('request.too_many', { retryAfterSeconds: 5 })
    persons.set(person, used + bytes)
    all += bytes
    raw.once('close', () => {
      const rest = persons.get(person)! - bytes
      if (rest > 0) persons.set(person, rest)
      else persons.delete(person)
      all -= bytes
    })
  }
}

/** What a request says of its body's length, at most what is read; that much if it doesn't say. */
export function announcedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes
  return Math.min(Number(headers['content-length'] ?? 0), maxBytes)
}
