import { BoundedArray, BoundedRecord } from '../../packages/contract/src/bounded.ts'
import type { Route } from '../../packages/contract/src/route.ts'
import type { Finding } from './sources.ts'

interface Schema {
  _zod: { def: Record<string, unknown> & { type: string }; bag: { maximum?: number } }
}

/** Schemas without a limit on the number of elements. */
const UNBOUNDED = new Set(['array', 'record', 'map', 'set'])

/** Requests must refuse long lists before parsing their elements, which z.array doesn't. */
export function checkRequests(features: Record<string, Record<string, Route>>): Finding[] {
  return Object.entries(features).flatMap(([feature, routes]) =>
    Object.entries(routes).flatMap(([name, { body, query }]) =>
      [...findUnbounded(body, 'body'), ...findUnbounded(query, 'query')].map(({ path, type }) => ({
        file: 'packages/contract/src/routes.ts',
        line: 1,
        sentence: `${feature}.${name}: ${path} is an unbounded ${type}. Use boundedArray or boundedRecord of bounded.ts in requests.`,
      })),
    ),
  )
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

const isBounded = (schema: unknown): boolean =>
  schema instanceof BoundedArray ? schema._zod.bag.maximum !== undefined : schema instanceof BoundedRecord

/** Visits a schema and all schemas within it. */
function* findUnbounded(
  value: unknown,
  path: string,
  seen = new Set<unknown>(),
): Generator<{ path: string; type: string }> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (!isSchema(value)) {
    for (const [key, inner] of Object.entries(value)) yield* findUnbounded(inner, `${path}.${key}`, seen)
    return
  }
  const { def } = value._zod
  if (UNBOUNDED.has(def.type) && !isBounded(value)) yield { path, type: def.type }
  if (def.type === 'tuple' && def.rest) yield { path, type: 'tuple' }
  const inner = def.type === 'lazy' ? (def.getter as () => unknown)() : def
  yield* findUnbounded(inner, path, seen)
}
