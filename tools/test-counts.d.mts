export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Names of the tests that failed. */
  failures: string[]
}

export function countChecks(output: string, code: number): Counts
export function countTests(report: string, code: number): Counts
export function countBrowserTests(report: string, code: number): Counts
