import type { ImportPhase, ImportProgress } from '../place.ts'

const INTERVAL_MS = 200

/** Reports progress at most five times a second, and stops the import when its signal aborts. */
export class Progress {
  readonly #started = performance.now()
  readonly #listener: ((progress: ImportProgress) => void) | undefined
  readonly #signal: AbortSignal | undefined
  #last = -Infinity

  constructor(listener?: (progress: ImportProgress) => void, signal?: AbortSignal) {
    this.#listener = listener
    this.#signal = signal
  }

  elapsedMs(): number {
    return Math.round(performance.now() - this.#started)
  }

  /** Throws the signal's reason once it is aborted. */
  report(phase: ImportPhase, fraction: number, places: number): void {
    this.#signal?.throwIfAborted()
    const elapsed_ms = this.elapsedMs()
    if (this.#listener === undefined || elapsed_ms - this.#last < INTERVAL_MS) return
    this.#last = elapsed_ms
    const remaining_ms = fraction > 0.01 ? Math.round((elapsed_ms * (1 - fraction)) / fraction) : null
    this.#listener({ phase, fraction: Math.min(1, fraction), places, elapsed_ms, remaining_ms })
  }
}
