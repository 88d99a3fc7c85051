import { accountMessages, registration } from '@goldpan/contract/accounts'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ContractForm, createContractForm } from './contract-form.ts'
import type { FieldElement } from './form-fields.ts'

const contact = z
  .object({
    name: z.string().trim().min(1, 'Please enter a name'),
    email: z.email('Please enter a valid email address'),
    again: z.string(),
    isWanted: z.boolean(),
  })
  .refine((form) => form.email === form.again, { message: 'The two differ', path: ['again'] })

const blank = { name: '', email: '', again: '', isWanted: false }

/** A form with text fields for `names`, a checkbox for isWanted, and what a person does with them. */
function formWith(initial = blank) {
  const form = createContractForm(contact, initial)
  const controls: Record<string, HTMLInputElement> = {}
  const focused: string[] = []
  for (const name of Object.keys(initial)) {
    const type = name === 'isWanted' ? 'checkbox' : 'text'
    const focus = () => focused.push(name)
    const owner = { elements: Object.values(controls) as unknown[] }
    const control = { name, type, value: '', checked: false, isConnected: true, form: owner, focus }
    controls[name] = control as unknown as HTMLInputElement
    form.attach(name, controls[name])
  }
  const all = { elements: Object.values(controls) }
  for (const control of Object.values(controls)) Object.assign(control, { form: all })
  const type = (name: string, value: string) => {
    controls[name]!.value = value
    form.onChange(name)
  }
  return { form, controls, focused, type }
}

const errorsOf = (form: ContractForm<typeof blank, unknown>) => form.get().errors

describe('a form on a contract schema', () => {
  test('shows what it starts with and takes what is typed', () => {
    const { form, controls, type } = formWith({ ...blank, name: 'Ada', isWanted: true })
    expect([controls.name?.value, controls.isWanted?.checked]).toEqual(['Ada', true])
    expect(form.get().isDirty).toBe(false)
    type('name', 'Ada Pan')
    expect(form.get()).toMatchObject({ values: { name: 'Ada Pan' }, isDirty: true })
    type('name', 'Ada')
    expect(form.get().isDirty).toBe(false)
  })

  test('says nothing while a field is typed into for the first time, but when it is left', () => {
    const { form, type } = formWith()
    type('email', 'ada@')
    expect(errorsOf(form)).toEqual({})
    form.onBlur('email')
    expect(errorsOf(form)).toEqual({ email: 'Please enter a valid email address' })
    type('email', 'ada@x.example')
    expect(errorsOf(form)).toEqual({})
  })

  test('an error between two fields goes when either is mended', () => {
    const { form, type } = formWith({ ...blank, name: 'Ada', email: 'ada@x.example' })
    type('again', 'ada@y.example')
    form.onBlur('again')
    expect(errorsOf(form)).toEqual({ again: 'The two differ' })
    type('email', 'ada@y.example')
    form.onBlur('email')
    expect(errorsOf(form)).toEqual({})
  })

  test('a submit that fails shows every error and goes to the first field that has one', async () => {
    const { form, focused, type } = formWith({ ...blank, name: 'Ada' })
    const onValid = vi.fn()
    type('email', 'nothing')
    await form.submit(onValid)
    expect(onValid).not.toHaveBeenCalled()
    expect(errorsOf(form)).toEqual({ email: 'Please enter a valid email address', again: 'The two differ' })
    expect(focused).toEqual(['email'])
  })

  test('a submit hands on the parsed values, even those that were filled in without a word', async () => {
    const { form, controls } = formWith({ ...blank, email: 'a@x.example', again: 'a@x.example' })
    const onValid = vi.fn()
    controls.name!.value = '  Ada '
    controls.isWanted!.checked = true
    await form.submit(onValid)
    expect(onValid).toHaveBeenCalledWith({
      name: 'Ada',
      email: 'a@x.example',
      again: 'a@x.example',
      isWanted: true,
    })
  })

  test('a second submit while the first is under way does nothing', async () => {
    const { form } = formWith({ name: 'Ada', email: 'a@x.example', again: 'a@x.example', isWanted: true })
    let finish = () => {}
    const onValid = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const first = form.submit(onValid)
    expect(form.get().isSubmitting).toBe(true)
    await form.submit(onValid)
    finish()
    await first
    expect(onValid).toHaveBeenCalledTimes(1)
    expect(form.get().isSubmitting).toBe(false)
  })

  test('a value can be set from outside, with or without judging it', () => {
    const { form, controls } = formWith()
    form.setValue('name', 'Ada')
    expect([controls.name?.value, errorsOf(form)]).toEqual(['Ada', {}])
    form.setValue('name', '', { shouldValidate: true })
    expect(errorsOf(form)).toEqual({ name: 'Please enter a name' })
  })

  test('a reset forgets errors and what was typed, and can start from other values', async () => {
    const { form, controls, type } = formWith({ ...blank, name: 'Ada' })
    type('name', '')
    await form.submit(() => undefined)
    form.reset()
    expect([controls.name?.value, errorsOf(form), form.get().isDirty]).toEqual(['Ada', {}, false])
    form.reset({ ...blank, name: 'Bob' })
    expect([controls.name?.value, form.get().isDirty]).toEqual(['Bob', false])
  })

  test('a control that comes later, or again, shows what the form holds', () => {
    const { form } = formWith()
    form.setValue('name', 'Ada')
    const later = { name: 'name', type: 'text', value: '', isConnected: true } as unknown as FieldElement
    form.attach('name', later)
    expect(later.value).toBe('Ada')
  })

  test('of radio buttons the chosen one counts', () => {
    const form = createContractForm(z.object({ plan: z.string() }), { plan: 'basic' })
    const [basic, premium] = ['basic', 'premium'].map(
      (value) =>
        ({ name: 'plan', type: 'radio', value, checked: false, isConnected: true }) as HTMLInputElement,
    )
    form.attach('plan', basic!)
    form.attach('plan', premium!)
    expect([basic!.checked, premium!.checked]).toEqual([true, false])
    Object.assign(basic!, { checked: false })
    Object.assign(premium!, { checked: true })
    form.onChange('plan')
    expect(form.get().values.plan).toBe('premium')
  })

  test('the sentences are those of the contract', async () => {
    const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }
    const form = createContractForm(registration, {
      ...empty,
      acceptTerms: false as never,
      recaptchaToken: '',
    })
    await form.submit(() => undefined)
    expect(form.get().errors).toMatchObject({
      firstName: accountMessages.allFields,
      acceptTerms: accountMessages.terms,
      recaptchaToken: accountMessages.botCheck,
    })
  })
})
