import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'

/** More than this gains little for a task of half a second. */
const MOST_WORKERS = 4

const startWorker = () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })

/**
 * Does the work that a challenge asks for (ALTCHA, version 2 of its protocol), beside the page. Answers the token to
 * send with the form; throws when it was stopped, took too long or can't be done here.
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
