import type { PackedVisits } from '../../../db/schema.ts'
import { networkOf } from '../tracking.rules.ts'
import type { Look } from './looks.ts'

/** A visit as it waits in memory. */
export interface Seen {
  look: Look
  /** Of whoever asked; not kept. */
  ip: string
  recipient_id: string
  link: string | null
  /** Milliseconds. */
  at: number
}

/** A visit as it waits in the database. */
export interface Noticed {
  kind: PackedVisits['kind']
  recipient_id: string
  link: string | null
  at: string
  look: PackedVisits['known_looks'][number]
  /** As it is kept; shared by all visits that were made alike. */
  detail: VisitDetail
}

interface VisitDetail extends Record<string, unknown> {
  agent: string | null
  purpose: string | null
  method: 'GET' | 'HEAD'
  /** The network it came from, as far as it is kept. */
  source: string
  link: string | null
}

export function packVisits(kind: PackedVisits['kind'], seen: Seen[]): PackedVisits {
  const looks = new Map<Look, number>()
  const sources = new Map<string, number>()
  const nth = <Key>(known: Map<Key, number>, key: Key): number => {
    const found = known.get(key)
    if (found === undefined) known.set(key, known.size)
    return found ?? known.size - 1
  }
  const packed = {
    kind,
    recipients: seen.map(({ recipient_id }) => recipient_id),
    links: seen.map(({ link }) => link),
    times: seen.map(({ at }) => at),
    looks: seen.map(({ look }) => nth(looks, look)),
    sources: seen.map(({ ip }) => nth(sources, ip)),
  }
  const known_looks = [...looks.keys()].map(({ userAgent, purpose, method }) => ({
    ...{ agent: userAgent?.replaceAll('\u0000', '') ?? null, purpose, method: method ?? 'GET' },
  }))
  return { ...packed, known_looks, known_sources: [...sources.keys()].map(networkOf) }
}

export function unpackVisits(packed: PackedVisits): Noticed[] {
  const details = new Map<string, VisitDetail>()
  const detailOf = (n: number): VisitDetail => {
    const [look, source, link] = [packed.looks[n]!, packed.sources[n]!, packed.links[n] ?? null]
    const key = `${look} ${source} ${link}`
    const found = details.get(key)
    if (found) return found
    const { agent, purpose, method } = packed.known_looks[look]!
    const detail = { ...{ agent, purpose, method }, source: packed.known_sources[source]!, link }
    details.set(key, detail)
    return detail
  }
  return packed.recipients.map((recipient_id, n) => ({
    ...{ kind: packed.kind, recipient_id, link: packed.links[n]!, detail: detailOf(n) },
    at: new Date(packed.times[n]!).toISOString(),
    look: packed.known_looks[packed.looks[n]!]!,
  }))
}

/** In two halves; a single visit stays as it is. */
export function halve(packed: PackedVisits): PackedVisits[] {
  const middle = Math.ceil(packed.recipients.length / 2)
  const part = (from: number, to: number) => ({
    ...packed,
    recipients: packed.recipients.slice(from, to),
    links: packed.links.slice(from, to),
    times: packed.times.slice(from, to),
    looks: packed.looks.slice(from, to),
    sources: packed.sources.slice(from, to),
  })
  return middle < packed.recipients.length ? [part(0, middle), part(middle, Infinity)] : [packed]
}
