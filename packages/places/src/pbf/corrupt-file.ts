/** A file that can't be read as what it says it is. */
export class CorruptFile extends Error {
  /** Where in the file, in bytes from its start, the part begins that can't be read. */
  readonly position: number

  constructor(problem: string, position: number, options?: ErrorOptions) {
    super(`${problem} (at byte ${position.toLocaleString('en-US')} of the file)`, options)
    this.name = 'CorruptFile'
    this.position = position
  }
}
