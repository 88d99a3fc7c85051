import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'

/** More workers gain little for half a second of work. */
const MOST_WORKERS = 4

const startWorker = () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })

/**
 * Solves a challenge (ALTCHA, protocol version 2) in workers. Returns the token to send with the form; throws if it was
 * aborted, took too long or isn't possible here.
 */
export async function solve(challenge: Challenge, controller: AbortController): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: startWorker,
  })
  if (!solution) throw new Error('The challenge was not solved')
  return btoa(JSON.stringify({ challenge, solution }))
}
