const PREFIX = 'goldpan.draft.'

/** Keeps what is being typed in this tab, so that it survives a reload or an ended session. */
export function keepDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // A full or forbidden storage only means that nothing survives a reload.
  }
}

/** What was kept, if the given check recognises it. */
export function readDraft<Value>(
  name: string,
  parse: (value: unknown) => Value | undefined,
): Value | undefined {
  try {
    const kept = sessionStorage.getItem(PREFIX + name)
    return kept === null ? undefined : parse(JSON.parse(kept))
  } catch {
    return undefined
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was kept then.
  }
}

/** Drops every draft when somebody logs out, so that the next person does not find them. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was kept then.
  }
}
