/**
 * What was asked for lately, so many at most and half as many at least. In two halves, of which the older one goes as a
 * whole: putting each key last whenever it is asked for takes several times as long.
 */
export class Recent<Key, Value> {
  readonly #half: number
  #newer = new Map<Key, Value>()
  #older = new Map<Key, Value>()

  constructor(most: number) {
    this.#half = most / 2
  }

  get(key: Key): Value | undefined {
    const value = this.#newer.get(key)
    if (value !== undefined) return value
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    this.#newer.set(key, value)
    if (this.#newer.size < this.#half) return
    this.#older = this.#newer
    this.#newer = new Map()
  }

  clear(): void {
    this.#newer = new Map()
    this.#older = new Map()
  }
}
