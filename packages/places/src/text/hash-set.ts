/** A set of hashes of up to 53 bits, in some sixteen bytes each. */
export class HashSet {
  /** Powers of two; a hash stands in the first free place from its own on, one higher than it is: 0 is a free place. */
  #places = new Float64Array(1024)
  #size = 0

  /** Answers whether it is new. */
  add(hash: number): boolean {
    if (2 * this.#size >= this.#places.length) this.#grow()
    const isNew = put(this.#places, hash)
    if (isNew) this.#size++
    return isNew
  }

  #grow(): void {
    const larger = new Float64Array(this.#places.length * 2)
    for (const place of this.#places) if (place !== 0) put(larger, place - 1)
    this.#places = larger
  }
}

function put(places: Float64Array, hash: number): boolean {
  let at = hash % places.length
  while (places[at] !== 0) {
    if (places[at] === hash + 1) return false
    at = (at + 1) % places.length
  }
  places[at] = hash + 1
  return true
}
