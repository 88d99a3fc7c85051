const PREFIX = 'goldpan.draft.'

/** Stores unsaved input in this tab, so that it survives a reload or an ended session. */
export function keepDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Without storage nothing survives a reload.
  }
}

/** The stored draft, if it parses. */
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
    // Without storage there is no draft.
  }
}

/** Drops all drafts on logout, so that the next user doesn't see them. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // Without storage there is no draft.
  }
}
