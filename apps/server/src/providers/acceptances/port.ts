/** A message that its mail server accepted. */
export interface Acceptance {
  /** Of the recipient's row. */
  id: string
  owner_id: string
  worker_id: string
  code: number | null
  /** The server's words. */
  answer: string
}

/**
 * What mail servers accepted, kept beside this machine's data until the database has it: a process that is killed in
 * between leaves no doubt about these messages.
 */
export interface AcceptanceLog {
  /**
   * Kept when this returns, whatever becomes of the process; a machine that loses its power may lose it. Answers what
   * to call once the database has it too; null where it could not be kept.
   */
  note(acceptance: Acceptance): (() => void) | null
  /**
   * Gives `settle` what was left behind by workers other than these, and forgets it when that is done. Called while
   * this process holds nothing, so that what it noted itself is left over as well.
   */
  takeLeft(alive: readonly string[], settle: (left: Acceptance[]) => Promise<void>): Promise<void>
}
