import type { AcceptedNote, AcceptedNotes } from './port.ts'

/** Notes in memory. */
export function createFakeNotes(): AcceptedNotes {
  const notes: AcceptedNote[] = []
  return {
    async add(note) {
      notes.push(note)
    },
    async *read() {
      yield [...notes]
    },
  }
}
