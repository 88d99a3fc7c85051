import type { Route } from '@goldpan/contract/route'
import { z } from 'zod'
import { fittingValue } from './contract-values.ts'

const ID = '00000000-0000-4000-8000-000000000000'

const repeat = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)))

/** JSON that takes a careless server long, each of about this many bytes. */
const FILLINGS: Record<string, (bytes: number) => string> = {
  zeros: (bytes) => `[${repeat('0,', bytes - 3)}0]`,
  objects: (bytes) => `[${repeat('{},', bytes - 4)}{}]`,
  depth: (bytes) => `${repeat('[', bytes / 2)}${repeat(']', bytes / 2)}`,
  unclosed: (bytes) => repeat('[', bytes),
  text: (bytes) => `"${repeat('x', bytes - 2)}"`,
  commas: (bytes) => `"${repeat(',', bytes - 2)}"`,
  keys: (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(8, '0')}":0`).join(',')}}`,
  prototypes: (bytes) => `[${repeat('{"\\u005f":0},', bytes - 13)}0]`,
}

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** Bodies of this size: fillings alone, in place of each field that the route knows, and lists of what it wants. */
export function* heavyBodies({ body }: Route, bytes: number): Generator<[name: string, body: Buffer]> {
  for (const [name, fill] of Object.entries(FILLINGS)) yield [name, Buffer.from(fill(bytes))]
  if (!body) return
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape
  for (const filling of ['zeros', 'objects', 'text', 'commas'] as const) {
    const whole = inShape(shape, (size) => FILLINGS[filling]!(size), bytes)
    yield [`fields of ${filling}`, Buffer.from(whole)]
  }
  const lists = inShape(shape, (size, field) => fitting(field, size), bytes)
  yield ['fields as they are wanted', Buffer.from(lists)]
}

function inShape(shape: Shape, fill: (bytes: number, field: Shape) => string, bytes: number): string {
  const inner = shape.properties ? shape : shape.anyOf?.find(({ properties }) => properties)
  const fields = Object.entries(inner?.properties ?? {})
  if (fields.length === 0) return fill(bytes, shape)
  const share = Math.floor(bytes / fields.length) - 40
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${inShape(field, fill, share)}`).join(',')}}`
}

function fitting(field: Shape, bytes: number): string {
  if (field.type === 'string') return JSON.stringify(repeat('ann@shop.example,', bytes))
  const items = field.items && fittingValue(z.fromJSONSchema(field.items as never), [ID])
  if (items === undefined) return JSON.stringify(fittingValue(z.fromJSONSchema(field as never), [ID]) ?? null)
  const one = JSON.stringify(items)
  return `[${repeat(`${one},`, Math.min(bytes - one.length, 40_000 * (one.length + 1)))}${one}]`
}
