import { type SyntheticEvent, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { type ContractForm, createContractForm, type SetValueOptions } from './contract-form.ts'
import type { FieldElement } from './form-fields.ts'
import { afterPress } from './pointer-press.ts'

type Name<Values> = keyof Values & string

/**
 * A form on a contract schema: validated on leaving a field and on submit, focus on the first error. `errorOf`
 * shows each sentence once, at the first field that has it; further fields with the same one are only marked.
 */
export function useContractForm<Values extends object, Parsed>(
  schema: z.ZodType<Parsed, Values>,
  initial: NoInfer<Values>,
) {
  const [form] = useState(() => createContractForm(schema, initial))
  const [actions] = useState(() => actionsOf(form))
  const state = useSyncExternalStore(form.subscribe, form.get, form.get)
  const sentences = new Map<string, string>()
  for (const name of Object.keys(initial)) {
    const message = state.errors[name]
    if (message && ![...sentences.values()].includes(message)) sentences.set(name, message)
  }

  function watch(): Values
  function watch<N extends Name<Values>>(name: N): Values[N]
  function watch<const Names extends readonly Name<Values>[]>(
    names: Names,
  ): { -readonly [K in keyof Names]: Values[Names[K]] }
  function watch(wanted?: Name<Values> | readonly Name<Values>[]): unknown {
    if (wanted === undefined) return state.values
    return typeof wanted === 'string' ? state.values[wanted] : wanted.map((name) => state.values[name])
  }

  return {
    ...actions,
    watch,
    formState: { isSubmitting: state.isSubmitting, isDirty: state.isDirty },
    errorOf: (name: Name<Values>): string | undefined => sentences.get(name),
    isInvalid: (name: Name<Values>): true | undefined => (state.errors[name] ? true : undefined),
  }
}

/** What stays the same from render to render. */
function actionsOf<Values extends object, Parsed>(form: ContractForm<Values, Parsed>) {
  const bindings = new Map<string, ReturnType<typeof bindingOf>>()

  function bindingOf(name: string) {
    return {
      name,
      ref: (element: FieldElement | null) => {
        if (element) form.attach(name, element)
      },
      onChange: () => form.onChange(name),
      onBlur: () => afterPress(() => form.onBlur(name)),
    }
  }

  function getValues(): Values
  function getValues<N extends Name<Values>>(name: N): Values[N]
  function getValues(name?: Name<Values>): unknown {
    const { values } = form.get()
    return name === undefined ? values : values[name]
  }

  return {
    /** Spread into a control: `<TextInput {...form.register('email')} />`. */
    register(name: Name<Values>) {
      const binding = bindings.get(name) ?? bindingOf(name)
      bindings.set(name, binding)
      return binding
    },
    setValue: <N extends Name<Values>>(name: N, value: Values[N], options?: SetValueOptions) =>
      form.setValue(name, value, options),
    getValues,
    reset: form.reset,
    handleSubmit: (onValid: (parsed: Parsed) => unknown) => async (event?: SyntheticEvent) => {
      event?.preventDefault()
      await form.submit(onValid)
    },
    /** Hears every change of what is typed; answers how to stop. */
    subscribe({ callback }: { formState: { values: true }; callback: (heard: { values: Values }) => void }) {
      let { values } = form.get()
      return form.subscribe(() => {
        if (form.get().values === values) return
        values = form.get().values
        callback({ values })
      })
    },
  }
}
