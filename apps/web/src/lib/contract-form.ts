import type { z } from 'zod'
import { createFormFields, type FieldElement } from './form-fields.ts'
import { createStore, type Store } from './store.ts'

export interface FormState<Values> {
  values: Values
  /** The shown error of each field that has one. */
  errors: Readonly<Record<string, string>>
  isSubmitting: boolean
  isDirty: boolean
}

export interface SetValueOptions {
  shouldValidate?: boolean
}

export interface ContractForm<Values extends object, Parsed>
  extends Pick<Store<FormState<Values>>, 'get' | 'subscribe'> {
  attach: (name: string, element: FieldElement) => void
  onChange: (name: string) => void
  onBlur: (name: string) => void
  setValue: (name: string, value: unknown, options?: SetValueOptions) => void
  /** Starts anew with these values, or with those of the beginning. */
  reset: (values?: Values) => void
  /** Validates everything; hands the parsed values on, or shows what is wrong and goes to the first of it. */
  submit: (onValid: (parsed: Parsed) => unknown) => Promise<void>
}

/**
 * A form on a contract schema, without React. A field is judged when it is left; from then on, and after a submit
 * that failed, at every change. An error that is shown goes as soon as its reason does.
 */
export function createContractForm<Values extends object, Parsed>(
  schema: z.ZodType<Parsed, Values>,
  initial: Values,
): ContractForm<Values, Parsed> {
  const draft = createDraft(schema, initial)
  const fields = createFormFields()
  let isTried = false
  const takeShown = (names: string[]) => {
    const shown = names.map((name) => [name, fields.read(name)] as const)
    draft.take(Object.fromEntries(shown.filter(([, value]) => value !== undefined)))
  }

  return {
    get: draft.get,
    subscribe: draft.subscribe,
    attach: (name, element) => fields.attach(name, element, draft.heldAt(name)),
    onChange(name) {
      takeShown([name])
      if (isTried || draft.wasLeft(name)) draft.judge(name)
    },
    onBlur(name) {
      takeShown([name])
      draft.leave(name)
      draft.judge(name)
    },
    setValue(name, value, options = {}) {
      fields.write(name, value)
      draft.take({ [name]: value })
      if (options.shouldValidate) draft.judge(name)
    },
    reset(values) {
      isTried = false
      draft.startAnew(values)
      for (const name of fields.names()) fields.write(name, draft.heldAt(name))
    },
    async submit(onValid) {
      if (draft.get().isSubmitting) return
      isTried = true
      takeShown(fields.names())
      const result = draft.judgeAll()
      if (!result.success) return fields.focusFirst(new Set(Object.keys(draft.get().errors)))
      draft.setSubmitting(true)
      try {
        await onValid(result.data)
      } finally {
        draft.setSubmitting(false)
      }
    },
  }
}

/** What is typed so far and what is said about it. */
function createDraft<Values extends object, Parsed>(schema: z.ZodType<Parsed, Values>, initial: Values) {
  const fresh = (values: Values) => ({ values, errors: {}, isSubmitting: false, isDirty: false })
  const store = createStore<FormState<Values>>(fresh(initial))
  const left = new Set<string>()
  let start = initial
  const update = (part: Partial<FormState<Values>>) => store.set({ ...store.get(), ...part })
  const heldAt = (name: string): unknown => store.get().values[name as keyof Values]

  return {
    get: store.get,
    subscribe: store.subscribe,
    heldAt,
    wasLeft: (name: string) => left.has(name),
    leave: (name: string) => left.add(name),
    setSubmitting: (isSubmitting: boolean) => update({ isSubmitting }),
    take(changes: Record<string, unknown>) {
      const news = Object.entries(changes).filter(([name, value]) => !isSame(value, heldAt(name)))
      if (news.length === 0) return
      const values = { ...store.get().values, ...Object.fromEntries(news) }
      update({ values, isDirty: differs(values, start) })
    },
    /** Judges one field, with those that were left before and those that show an error already. */
    judge(name: string) {
      const { values, errors } = store.get()
      const isJudged = (field: string) => field === name || left.has(field) || field in errors
      const found = Object.entries(errorsOf(schema.safeParse(values)))
      update({ errors: Object.fromEntries(found.filter(([field]) => isJudged(field))) })
    },
    judgeAll() {
      const result = schema.safeParse(store.get().values)
      update({ errors: errorsOf(result) })
      return result
    },
    startAnew(values: Values = start) {
      start = values
      left.clear()
      store.set(fresh(values))
    },
  }
}

/** The first sentence for each field. */
function errorsOf(result: z.ZodSafeParseResult<unknown>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0] ?? '')] ??= message
  return errors
}

const isBlank = (value: unknown) => value === '' || value === null || value === undefined

/** An empty control says as little as a value that is absent. */
const isSame = (a: unknown, b: unknown): boolean => a === b || (isBlank(a) && isBlank(b))

const differs = <Values extends object>(values: Values, from: Values): boolean =>
  (Object.keys(values) as (keyof Values)[]).some((name) => !isSame(values[name], from[name]))
