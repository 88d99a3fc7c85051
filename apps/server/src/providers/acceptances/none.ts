import type { AcceptanceLog } from './port.ts'

/** Keeps nothing: a message is in doubt until the database has its outcome. */
export const noAcceptanceLog: AcceptanceLog = {
  note: () => null,
  takeLeft: async () => undefined,
}
