import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'

/**
 * A form on a contract schema: validated on leaving a field and on submit, focus on the first error. `errorOf`
 * shows each sentence once, at the first field that has it; further fields with the same one are only marked.
 */
export function useContractForm<Values extends FieldValues, Parsed>(
  schema: z.ZodType<Parsed, Values>,
  initial: DefaultValues<Values>,
) {
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const sentences = new Map<string, string>()
  for (const name of Object.keys(initial)) {
    const message = errors[name]?.message
    if (typeof message === 'string' && message && ![...sentences.values()].includes(message))
      sentences.set(name, message)
  }
  return {
    ...form,
    errorOf: (name: Path<Values>): string | undefined => sentences.get(name),
    isInvalid: (name: Path<Values>): true | undefined => (errors[name] ? true : undefined),
  }
}
