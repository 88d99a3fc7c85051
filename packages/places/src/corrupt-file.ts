/** The file is damaged, truncated, or not of the type its name says. */
export class CorruptFile extends Error {
  /** Byte offset of the part that can't be read. */
  readonly position: number

  constructor(problem: string, position: number, options?: ErrorOptions) {
    super(`${problem} (at byte ${position.toLocaleString('en-US')} of the file)`, options)
    this.name = 'CorruptFile'
    this.position = position
  }
}
