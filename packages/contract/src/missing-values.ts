import { type Finding, findPlaceholders, type MissingValue } from './writing.ts'

const instead = (name: string, fallback: string | null): string => {
  if (fallback === '') return 'it is left out.'
  if (fallback !== null) return `they read '${fallback}' instead.`
  return `it is left out. Add the value, or a fallback such as {{${name}|…}}.`
}

/** A hint for each placeholder of a text that some recipients have no value for. */
export function findMissing(text: string, missing: readonly MissingValue[]): Finding[] {
  const used = new Map(findPlaceholders(text).map(({ name, fallback }) => [name, fallback]))
  return missing
    .filter(({ name, count }) => used.has(name) && count > 0)
    .map(({ name, count, recipients }) => ({
      kind: 'no_value',
      level: 'hint',
      sentence: `${count === 1 ? '1 recipient has' : `${count} recipients have`} no value for {{${name}}}: ${instead(name, used.get(name) ?? null)}`,
      recipients,
    }))
}

const ORDER = { error: 0, hint: 1, fine: 2 }

/** Errors first, then hints, then what is fine. */
export const byLevel = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => ORDER[a.level] - ORDER[b.level])
