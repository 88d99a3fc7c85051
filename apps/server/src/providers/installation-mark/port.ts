/** What a data folder remembers of the database that it was used with. */
export interface Mark {
  place: string
  epoch: number
  /** Tells the file itself from a copy of it. */
  identity: string
}

/** A mark outside of the database: compared with the database's own, it tells a restored backup. */
export interface InstallationMark {
  read(): Promise<Mark | null>
  /** Answers the identity of what is now kept. */
  write(mark: Pick<Mark, 'place' | 'epoch'>): Promise<string>
}
