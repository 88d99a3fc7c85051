import { classifyVisit, type Verdict, type Visit } from '../tracking.rules.ts'

/** A way of asking for a picture, shared by all visits that ask alike: thousands of them wait in memory. */
export interface Look extends Visit {
  /** As an open. */
  verdict: Verdict
}

const LOOKS_MAX = 2000

/** Programs are few and visits many: each program is remembered, and judged, once. */
export function createLooks() {
  let known = new Map<string, Look>()
  return {
    of({ userAgent, purpose, method }: Visit): Look {
      const key = purpose || method === 'HEAD' ? `${userAgent}\n${purpose}\n${method}` : (userAgent ?? '')
      const found = known.get(key)
      if (found && found.userAgent === userAgent) return found
      if (known.size >= LOOKS_MAX) known = new Map()
      const visit = { userAgent, purpose, ...(method && { method }) }
      const look = { ...visit, verdict: classifyVisit(visit) }
      known.set(key, look)
      return look
    },
  }
}
