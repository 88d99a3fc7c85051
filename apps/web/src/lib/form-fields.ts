export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export interface FormFields {
  /** Takes a control in; a new one is given the form's value. */
  attach: (name: string, element: FieldElement, value: unknown) => void
  /** What stands in the control now, or undefined when none is shown. */
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  /** The names that have a control. */
  names: () => string[]
  /** Puts the focus on the first control, from the top, whose name is among these. */
  focusFirst: (names: ReadonlySet<string>) => void
}

/** The controls of a form by name. They hold what is typed themselves, so that autofill without events is read too. */
export function createFormFields(): FormFields {
  const elements = new Map<string, Set<FieldElement>>()
  const known = new WeakSet<FieldElement>()
  const shown = (name: string) => [...(elements.get(name) ?? [])].filter((element) => element.isConnected)

  return {
    attach(name, element, value) {
      const group = elements.get(name) ?? new Set()
      elements.set(name, new Set([...group].filter((old) => old.isConnected)).add(element))
      if (known.has(element)) return
      known.add(element)
      writeElement(element, value)
    },
    read: (name) => readElements(shown(name)),
    write(name, value) {
      for (const element of shown(name)) writeElement(element, value)
    },
    names: () => [...elements.keys()],
    focusFirst(names) {
      const form = [...elements.keys()].flatMap(shown)[0]?.form
      const controls = [...(form?.elements ?? [])] as FieldElement[]
      controls.find((control) => names.has(control.name))?.focus()
    },
  }
}

function readElements(elements: FieldElement[]): unknown {
  const [first] = elements
  if (!first) return undefined
  if (first.type === 'checkbox') return (first as HTMLInputElement).checked
  if (first.type !== 'radio') return first.value
  return (elements as HTMLInputElement[]).find((element) => element.checked)?.value ?? ''
}

function writeElement(element: FieldElement, value: unknown): void {
  const text = value === undefined || value === null ? '' : String(value)
  if (element.type === 'checkbox') (element as HTMLInputElement).checked = value === true
  else if (element.type === 'radio') (element as HTMLInputElement).checked = element.value === text
  else element.value = text
}
