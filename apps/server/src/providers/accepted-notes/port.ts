/** A message that a mail server accepted. */
export interface AcceptedNote {
  id: string
  /** The id that the server gave it; null if it kept ours. */
  message_id: string | null
}

/** Kept outside of the database for a day: what a database that lost a moment no longer knows. */
export interface AcceptedNotes {
  add(note: AcceptedNote): Promise<void>
  /** Reads the notes of the last day, of earlier processes too, in batches. */
  read(): AsyncIterable<AcceptedNote[]>
}
