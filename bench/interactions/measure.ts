import type { Page } from '@playwright/test'

/** One thing a person did, from the key or the pointer to the next paint, in milliseconds. */
export interface Interaction {
  step: string
  event: string
  ms: number
}

export interface Shift {
  step: string
  value: number
  /** What moved furthest. */
  moved: string
}

interface Noted {
  interactions: { id: number; event: string; ms: number }[]
  shifts: { value: number; moved: string }[]
}

/** Browsers report what took a frame or longer; the rest was faster than this. */
export const SHORTEST_MS = 16

/** Runs in the page: notes interactions, and what moved without anybody's doing. */
const NOTING = `
  globalThis.noted = { interactions: [], shifts: [] }
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of list.getEntries())
      if (interactionId) noted.interactions.push({ id: interactionId, event: name, ms: duration })
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const node = sources[0]?.node
      const element = node instanceof Element ? node : node?.parentElement
      const moved = element ? element.tagName.toLowerCase() + ' ‘' + element.textContent.slice(0, 40) + '’' : '?'
      if (!hadRecentInput) noted.shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Notes interactions and layout shifts on every page from now on. */
export const noteOnEveryPage = (page: Page): Promise<unknown> => page.addInitScript({ content: NOTING })

/** What was noted since the last time, one entry an interaction: its slowest event. */
export async function takeNoted(
  page: Page,
  step: string,
): Promise<{ interactions: Interaction[]; shifts: Shift[] }> {
  const noted = await page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: Noted }
    const taken = { interactions: [...noted.interactions], shifts: [...noted.shifts] }
    noted.interactions.length = 0
    noted.shifts.length = 0
    return taken
  })
  const slowest = new Map<number, Interaction>()
  for (const { id, event, ms } of noted.interactions)
    if (ms > (slowest.get(id)?.ms ?? 0)) slowest.set(id, { step, event, ms })
  return { interactions: [...slowest.values()], shifts: noted.shifts.map((shift) => ({ step, ...shift })) }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
