/** The data folder's counterpart of a row in `installation_epochs`. */
export interface Mark {
  /** A random id of the data folder, from its first start on. */
  place: string
  epoch: number
  /** Differs between the file and any copy of it. */
  identity: string
}

/** Stored outside of the database. A mismatch reveals a restored backup. */
export interface InstallationMark {
  read(): Promise<Mark | null>
  /** Returns the identity of the file. */
  write(mark: Pick<Mark, 'place' | 'epoch'>): Promise<string>
}
