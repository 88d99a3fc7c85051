import type { Route } from '@goldpan/contract/route'
import fc from 'fast-check'
import { everyRoute, isOpenEnded, type NamedRoute, type Thing, thingOf } from './contract-routes.ts'
import { HOSTILE_TEXTS, hostileValue, KNOWN_BODIES, valuesOf } from './contract-values.ts'

/** A placeholder such as '@alice:table@' for an id that is known only at run time. */
export const placeholder = (whose: 'alice' | 'bob', thing: Thing): string => `@${whose}:${thing}@`

export interface FuzzedRequest {
  name: string
  method: string
  path: string
  params: Record<string, string>
  query: [string, string][]
  contentType: string | null
  /** As sent, with placeholders for ids. */
  payload: string | null
  isSignedIn: boolean
}

const THINGS = [...new Set(everyRoute.flatMap(({ route, params }) => params.map((p) => thingOf(route, p))))]
const IDS = THINGS.flatMap((thing) => [placeholder('alice', thing), placeholder('bob', thing)])

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
]
const BROKEN = ['', '{', '[1,', '"', 'null', 'true', '[]', '{"a":1}}', '\ufeff{}', '--x\r\n\r\n--x--']

function requestFor(named: NamedRoute): fc.Arbitrary<FuzzedRequest> {
  const { name, route } = named
  return fc.record({
    name: fc.constant(name),
    path: fc.constant(route.path),
    params: paramsFor(named),
    method: mostly(fc.constant(route.method as string), fc.constantFrom(...METHODS), 30),
    query: queryFor(route),
    contentType: mostly(fc.constant(contentTypeOf(route)), fc.option(fc.constantFrom(...TYPES)), 25),
    payload: payloadFor(named),
    isSignedIn: mostly(fc.constant(true), fc.constant(false), 15),
  })
}

const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>, oneIn: number) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: odd })

function paramsFor({ route, params }: NamedRoute): fc.Arbitrary<Record<string, string>> {
  const idFor = (param: string) => {
    const thing = thingOf(route, param)
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(placeholder('bob', thing)) },
      { weight: 4, arbitrary: fc.constant(placeholder('alice', thing)) },
      { weight: 1, arbitrary: fc.constantFrom(...IDS) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text !== '')) },
    )
  }
  return fc.record(Object.fromEntries(params.map((param) => [param, idFor(param)])))
}

function queryFor({ query }: Route): fc.Arbitrary<[string, string][]> {
  const odd = fc.array(fc.tuple(fc.constantFrom('limit', 'cursor', 'a[]', '__proto__'), anyText), {
    maxLength: 3,
  })
  if (!query) return mostly(fc.constant([] as [string, string][]), odd, 8)
  const asked = valuesOf(query, IDS).chain((value): fc.Arbitrary<[string, string][]> => {
    const pairs = Object.entries((value ?? {}) as Record<string, unknown>)
      .filter(([, part]) => part !== undefined && part !== null)
      .map(([key, part]): [string, string] => [key, String(part)])
    return fc.oneof<fc.MaybeWeightedArbitrary<[string, string][]>[]>(
      { weight: 3, arbitrary: fc.constant(pairs) },
      { weight: 1, arbitrary: anyText.map((text) => pairs.map(([key]): [string, string] => [key, text])) },
      { weight: 1, arbitrary: fc.constant([...pairs, ...pairs]) },
    )
  })
  return mostly(asked, odd, 10)
}

const anyText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string())

const contentTypeOf = ({ upload, body }: Route): string | null =>
  upload ? `multipart/form-data; boundary=${BOUNDARY}` : body ? 'application/json' : null

function payloadFor({ route, name }: NamedRoute): fc.Arbitrary<string | null> {
  if (route.method === 'GET') return mostly(fc.constant(null), fc.constant('{}'), 30)
  const broken = fc.constantFrom(...BROKEN)
  if (route.upload) return mostly(uploadFor(route), broken, 10)
  if (!route.body) return mostly(fc.constant<string | null>(null), broken, 10)
  const known = KNOWN_BODIES[name]
  const byChance = valuesOf(route.body, IDS)
  const fitting = known ? fc.oneof(byChance, fc.constant(known)) : byChance
  const written = fc.oneof(
    { weight: 5, arbitrary: fitting },
    {
      weight: 5,
      arbitrary: fc.tuple(fitting, hostileValue, fc.nat()).map(([value, odd, at]) => spoil(value, odd, at)),
    },
    { weight: 1, arbitrary: hostileValue },
  )
  return mostly(
    written.map((value) => JSON.stringify(value) ?? ''),
    broken,
    15,
  )
}

const EXTRA = ['owner_id', 'id', 'user_id', '__proto__', 'constructor', 'is_admin', 'subscription_plan']

/** Replaces a part by an odd value, drops one or adds one. */
function spoil(value: unknown, odd: unknown, at: number): unknown {
  if (value === null || typeof value !== 'object') return odd
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  const rest = Math.floor(at / Math.max(1, keys.length))
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === key ? spoil(part, odd, rest) : part))
  const copy: Record<string, unknown> = { ...value }
  if (rest % 5 === 0) copy[EXTRA[at % EXTRA.length]!] = odd
  else if (key === undefined) return odd
  else if (rest % 5 === 1) delete copy[key]
  else copy[key] = spoil(copy[key], odd, Math.floor(rest / 5))
  return copy
}

const BOUNDARY = 'goldpan-boundary'
const FILES = [
  '',
  'email\nada@mill.example\n',
  '"unclosed\n1;2;3',
  '<svg onload="alert(1)"/>',
  'GIF89a;',
  '\u0000\u0001\u0002',
]

/** Fields before the file, as browsers send them, with odd names and contents. */
function uploadFor({ upload, body }: Route): fc.Arbitrary<string> {
  const fields = body ? valuesOf(body, IDS) : fc.constant({})
  const fileName = fc.constantFrom(
    'contacts.csv',
    'a.png',
    '../../x.png',
    'a"\r\nX-Injected: 1',
    '\u0000.csv',
    'x'.repeat(5000),
  )
  return fc
    .tuple(fields, fc.option(fc.constantFrom(...FILES)), fileName, fc.boolean())
    .map(([value, file, name, isField]) => {
      const parts = Object.entries((value ?? {}) as Record<string, unknown>).map(
        ([key, part]) =>
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${String(part)}\r\n`,
      )
      const field = isField ? upload?.field : 'other'
      if (file !== null)
        parts.push(
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n`,
        )
      return `${parts.join('')}--${BOUNDARY}--\r\n`
    })
}

/** A request to any route, valid or malformed in one of many ways. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...everyRoute.filter((named) => !isOpenEnded(named)).map(requestFor),
)
