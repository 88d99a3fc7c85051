import { z } from 'zod'

/** A list or record with more faults is refused without reading further. */
const MAX_FAULTS = 20

/** Elements validated per chunk; asynchronous validation yields to the event loop between chunks. */
const CHUNK = 1000

type Context = z.core.ParseContextInternal
type Payload = z.core.ParsePayload

/** An array whose length is checked before its elements are read. */
export const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor(
  'BoundedArray',
  (inst, def) => {
    z.ZodArray.init(inst, def)
    const { parse, bag } = inst._zod
    inst._zod.parse = (payload, ctx) => {
      const { value } = payload
      if (!Array.isArray(value)) return parse(payload, ctx)
      // The length check that follows refuses it.
      if (value.length > Number(bag.maximum)) return payload
      const validation = validateElements(def.element, value, payload, { ...ctx, async: false })
      return ctx.async && value.length > CHUNK ? inTurns(validation) : atOnce(validation)
    }
  },
)

/** A record whose number of keys is checked before they are read. */
export const BoundedRecord: z.core.$constructor<z.ZodRecord, BoundedRecordDef> = z.core.$constructor(
  'BoundedRecord',
  (inst, def) => {
    z.ZodRecord.init(inst, def)
    const { parse } = inst._zod
    inst._zod.parse = (payload, ctx) => {
      const { value } = payload
      if (!z.core.util.isPlainObject(value) || Object.keys(value).length <= def.maxKeys)
        return parse(payload, ctx)
      payload.issues.push({ code: 'custom', message: def.message, input: value, inst })
      return payload
    }
  },
)

interface BoundedRecordDef extends z.core.$ZodRecordDef {
  maxKeys: number
  message: string
}

/**
 * The only kind of array that a request may contain. `tooMany` is the message if it is too long, `error` if it isn't
 * an array.
 */
export function boundedArray<Element extends z.core.SomeType>(
  element: Element,
  { max, tooMany, error }: { max: number; tooMany?: string; error?: string },
): z.ZodArray<Element> {
  const array = new BoundedArray({
    type: 'array',
    element: element as unknown as z.core.$ZodType,
    ...(error === undefined ? {} : { error: () => error }),
  })
  return array.max(max, tooMany) as unknown as z.ZodArray<Element>
}

/** The only kind of record that a request may contain. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.core.SomeType>(
  keyType: Key,
  valueType: Value,
  { max: maxKeys, tooMany: message }: { max: number; tooMany: string },
): z.ZodRecord<Key, Value> {
  const def = { type: 'record', keyType, valueType, maxKeys, message } as const
  return new BoundedRecord(def as unknown as BoundedRecordDef) as unknown as z.ZodRecord<Key, Value>
}

function* validateElements(
  element: z.core.$ZodType,
  input: unknown[],
  payload: Payload,
  ctx: Context,
): Generator<void, Payload> {
  const output: unknown[] = []
  let faults = 0
  for (const [at, value] of input.entries()) {
    const result = element._zod.run({ value, issues: [] }, ctx) as Payload
    output.push(result.value)
    if (result.issues.length > 0) {
      payload.issues.push(...z.core.util.prefixIssues(at, result.issues))
      faults += 1
      if (faults === MAX_FAULTS) break
    }
    if (at % CHUNK === CHUNK - 1) yield
  }
  payload.value = output
  return payload
}

function atOnce(validation: Generator<void, Payload>): Payload {
  let step = validation.next()
  while (!step.done) step = validation.next()
  return step.value
}

async function inTurns(validation: Generator<void, Payload>): Promise<Payload> {
  let step = validation.next()
  while (!step.done) {
    await new Promise((resolve) => setTimeout(resolve))
    step = validation.next()
  }
  return step.value
}
