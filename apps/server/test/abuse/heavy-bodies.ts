import { maxBytesOf, type Route } from '@goldpan/contract/route'
import { z } from 'zod'
import { isLong } from '../faults/size.ts'
import { SIXTEEN_MB, type startAttackedProduct } from './attacked-product.ts'
import { accessOf, everyRoute, type NamedRoute } from './contract-routes.ts'
import { fittingValue } from './contract-values.ts'

/** One route of each kind: access, size limit, body or not, upload. */
const kinds = Map.groupBy(
  everyRoute,
  (named) =>
    `${accessOf(named)} ${maxBytesOf(named.route)} ${Boolean(named.route.body)} ${JSON.stringify(named.route.upload)}`,
)
export const oneOfEachKind: NamedRoute[] = [...kinds.values()].map(([named]) => named!)

export const MULTIPART = 'multipart/form-data; boundary=b'

/** Sends 16 MB to each route without a session, whole and in chunks. Returns a line for each time others waited too long. */
export async function attackAsStranger(
  { attack, urlOf }: Awaited<ReturnType<typeof startAttackedProduct>>,
  routes: readonly NamedRoute[],
): Promise<string[]> {
  const body = filling('objects', SIXTEEN_MB)
  const waits: string[] = []
  for (const named of routes) {
    const sent = { url: urlOf(named), method: named.route.method, body }
    waits.push(...(await attack({ what: named.name, ...sent })))
    waits.push(...(await attack({ what: `${named.name} in chunks`, ...sent, isChunked: true })))
    if (!named.route.upload) continue
    const headers = { 'content-type': MULTIPART }
    waits.push(...(await attack({ what: `${named.name} as an upload`, ...sent, headers })))
  }
  return waits
}

const ID = '00000000-0000-4000-8000-000000000000'

const repeat = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)))

/** JSON of about this size that is slow to parse for a careless server. */
const FILLINGS = {
  zeros: (bytes: number) => `[${repeat('0,', bytes - 3)}0]`,
  objects: (bytes: number) => `[${repeat('{},', bytes - 4)}{}]`,
  depth: (bytes: number) => `${repeat('[', bytes / 2)}${repeat(']', bytes / 2)}`,
  unclosed: (bytes: number) => repeat('[', bytes),
  text: (bytes: number) => `"${repeat('x', bytes - 2)}"`,
  commas: (bytes: number) => `"${repeat(',', bytes - 2)}"`,
  keys: (bytes: number) =>
    `{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(8, '0')}":0`).join(',')}}`,
  prototypes: (bytes: number) => `[${repeat('{"\\u005f":0},', bytes - 13)}0]`,
}

type Filling = keyof typeof FILLINGS

const made = new Map<string, Buffer>()

/** Cached: many routes get the same. */
export function filling(kind: Filling, bytes: number): Buffer {
  const name = `${kind} ${bytes}`
  const body = made.get(name) ?? Buffer.from(FILLINGS[kind](bytes))
  made.set(name, body)
  return body
}

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  maxLength?: number
  anyOf?: Shape[]
}

/** Bodies of this size: the filling alone, in each known field, and in place of expected values. */
export function* heavyBodies({ body }: Route, bytes: number): Generator<[name: string, body: Buffer]> {
  const isEvery = isLong && bytes > 1024 * 1024
  const kinds = isEvery ? (Object.keys(FILLINGS) as Filling[]) : (['objects', 'depth', 'keys'] as const)
  for (const kind of kinds) yield [kind, filling(kind, bytes)]
  if (!body) return
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape
  for (const kind of ['zeros', 'objects', 'text', 'commas'] as const)
    yield [`fields of ${kind}`, Buffer.from(inShape(shape, within(FILLINGS[kind]), bytes))]
  yield ['fields as they are wanted', Buffer.from(inShape(shape, fitting, bytes))]
}

/** As long as the field allows. */
const within =
  (fill: (bytes: number) => string) =>
  (bytes: number, { maxLength }: Shape) =>
    fill(Math.min(bytes, maxLength ?? bytes))

function inShape(shape: Shape, fill: (bytes: number, field: Shape) => string, bytes: number): string {
  const inner = shape.properties ? shape : shape.anyOf?.find(({ properties }) => properties)
  const fields = Object.entries(inner?.properties ?? {})
  if (fields.length === 0) return fill(bytes, shape)
  const share = Math.floor(bytes / fields.length) - 40
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${inShape(field, fill, share)}`).join(',')}}`
}

function fitting(bytes: number, field: Shape): string {
  if (field.type === 'string')
    return JSON.stringify(repeat('a1@shop.example,', Math.min(bytes, field.maxLength ?? bytes)))
  const items = field.items && fittingValue(z.fromJSONSchema(field.items as never), [ID])
  if (items === undefined) return JSON.stringify(fittingValue(z.fromJSONSchema(field as never), [ID]) ?? null)
  const one = JSON.stringify(items)
  return `[${repeat(`${one},`, Math.min(bytes - one.length, 40_000 * (one.length + 1)))}${one}]`
}
