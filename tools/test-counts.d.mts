export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Names of the tests that failed. */
  failures: string[]
  /** Names of those that failed at first and passed at the second try. */
  unsteady: string[]
}

export function countChecks(output: string, code: number): Counts
export function countTests(report: string, code: number): Counts
export function filesThatFailed(report: string): string[]
export function withSecondTry(first: Counts, second: Counts): Counts
export function countBrowserTests(report: string, code: number): Counts
