export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** The failed tests, each with the first lines of its error. */
  failures: string[]
}

export function countChecks(output: string, code: number): Counts
export function countTests(report: string, code: number): Counts
export function countBrowserTests(report: string, code: number): Counts
