import { afterAll } from 'vitest'
import { type ProductProcess, running, startProduct } from '../product-process.ts'

export type { ProductProcess } from '../product-process.ts'

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the real program with the role of a worker and waits until it is ready. */
export const startWorker = (environment: Record<string, string>): Promise<ProductProcess> =>
  startProduct({ ROLES: 'worker', ...environment })

/** Starts the real program with a listener for mail, and the work that mail makes. */
export const startInbound = (environment: Record<string, string>): Promise<ProductProcess> =>
  startProduct({ ROLES: 'inbound,worker', ...environment })

/** Starts the real program as one more web process, on a free port; `within` is a shell line that runs it. */
export const startWeb = (environment: Record<string, string>, within?: string): Promise<ProductProcess> =>
  startProduct({ ROLES: 'web', PORT: '0', ...environment }, within)

/** Waits for a fact, looking often. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 90_000) {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come to pass that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
