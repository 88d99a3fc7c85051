import { type Finding, findPlaceholders, type MissingValue } from './writing.ts'

/** A hint for each placeholder of a text that some recipients have no value for. */
export function findMissing(text: string, missing: readonly MissingValue[]): Finding[] {
  const used = Map.groupBy(findPlaceholders(text), ({ name }) => name)
  return missing
    .filter(({ name, count }) => used.has(name) && count > 0)
    .map((value) => ({
      kind: 'no_value',
      level: 'hint',
      sentence: `${recipients(value.count)} no value for {{${value.name}}}: ${instead(value, used.get(value.name) ?? [])}`,
      recipients: value.recipients,
    }))
}

const recipients = (count: number) => (count === 1 ? '1 recipient has' : `${count} recipients have`)

function instead({ name, count, held }: MissingValue, used: { fallback: string | null }[]): string {
  const fallback = used.some(({ fallback }) => fallback === null) ? null : used[0]?.fallback
  if (fallback === '') return 'it is left out.'
  if (fallback) return `they read '${fallback}' instead.`
  if (held === 0) return 'they read the domain of their address instead.'
  const who = held === count ? 'they' : `${held} of them`
  return `${who} get no email. Add the value, or a fallback such as {{${name}|…}}.`
}

const ORDER = { error: 0, hint: 1, fine: 2 }

/** Errors first, then hints, then what is fine. */
export const byLevel = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => ORDER[a.level] - ORDER[b.level])
