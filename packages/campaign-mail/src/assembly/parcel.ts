import type { CampaignMessage } from '../campaign-message.ts'
import type { Assembled } from './assemble.ts'

/** Messages on their way to the thread: one string crosses faster than the objects that it stands for. */
export const packMessages = (messages: readonly CampaignMessage[]): string => JSON.stringify(messages)

export const unpackMessages = (json: string): CampaignMessage[] =>
  (JSON.parse(json) as CampaignMessage[]).map((message) => ({ ...message, date: new Date(message.date) }))

/** What came of them, in their order: the bytes of all one after the other, handed over without a copy. */
export interface Parcel {
  bytes: ArrayBuffer
  json: string
}

type Told = ({ length: number } & Omit<Exclude<Assembled, { refusal: string }>, 'raw'>) | Failed
type Failed = { refusal: string } | { fault: string }

export function packAssembled(all: readonly (Assembled | { fault: string })[]): Parcel {
  const size = all.reduce((sum, one) => sum + ('raw' in one ? one.raw.length : 0), 0)
  const bytes = new ArrayBuffer(size)
  const into = Buffer.from(bytes)
  let at = 0
  const told = all.map((one): Told => {
    if (!('raw' in one)) return one
    const { raw, ...rest } = one
    at += raw.copy(into, at)
    return { length: raw.length, ...rest }
  })
  return { bytes, json: JSON.stringify(told) }
}

export function unpackAssembled({ bytes, json }: Parcel): (Assembled | { fault: string })[] {
  let at = 0
  return (JSON.parse(json) as Told[]).map((one) => {
    if (!('length' in one)) return one
    const { length, ...rest } = one
    const raw = Buffer.from(bytes, at, length)
    at += length
    return { raw, ...rest }
  })
}
