import type { Page } from '@playwright/test'

/** One thing a person did, from the key or the pointer to the next paint, in milliseconds. */
export interface Interaction {
  step: string
  event: string
  /** What it was done to. */
  target: string
  ms: number
  /** Before the first handler ran, while handlers ran, and from then on to the paint. */
  waited: number
  handled: number
  painted: number
}

export interface Shift {
  step: string
  value: number
  /** What moved, and by how much. */
  moved: string[]
}

interface Noted {
  interactions: (Omit<Interaction, 'step'> & { id: number })[]
  shifts: Omit<Shift, 'step'>[]
}

/** Browsers report what took a frame or longer; the rest was faster than this. */
export const SHORTEST_MS = 16

/** Runs in the page: notes interactions, and what moved without anybody's doing. */
const NOTING = `
  globalThis.noted = { interactions: [], shifts: [] }
  const named = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return '?'
    const name = element.getAttribute('aria-label') ?? element.textContent
    return element.tagName.toLowerCase() + ' ‘' + name.trim().slice(0, 40) + '’'
  }
  const movedBy = ({ node, previousRect: from, currentRect: to }) => {
    const changes = ['x', 'y', 'width', 'height'].filter((side) => Math.round(from[side]) !== Math.round(to[side]))
    return named(node) + changes.map((side) => ' ' + side + ' ' + Math.round(from[side]) + '→' + Math.round(to[side])).join('')
  }
  new PerformanceObserver((list) => {
    for (const { interactionId, name, target, startTime, duration, processingStart, processingEnd } of list.getEntries())
      if (interactionId)
        noted.interactions.push({
          id: interactionId,
          event: name,
          target: named(target),
          ms: duration,
          waited: processingStart - startTime,
          handled: processingEnd - processingStart,
          painted: startTime + duration - processingEnd,
        })
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) noted.shifts.push({ value, moved: sources.map(movedBy) })
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
  for (const { id, ...found } of noted.interactions)
    if (found.ms > (slowest.get(id)?.ms ?? 0)) slowest.set(id, { step, ...found })
  return { interactions: [...slowest.values()], shifts: noted.shifts.map((shift) => ({ step, ...shift })) }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
