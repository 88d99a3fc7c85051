/** Boxes of a node of the tree. */
const WIDTH = 16

/** Boxes by the points inside: a tree of boxes around boxes, some twenty bytes each. Whole numbers of 32 bits. */
export class BoxIndex {
  /** Of each box its lowest and highest row, its lowest and highest column. */
  #boxes = new Int32Array(64)
  #tree: { order: Uint32Array; levels: Int32Array[] } | undefined
  length = 0

  /** Answers the box's number: they count from 0. */
  add(minRow: number, maxRow: number, minColumn: number, maxColumn: number): number {
    if (4 * this.length === this.#boxes.length) {
      const larger = new Int32Array(this.#boxes.length * 2)
      larger.set(this.#boxes)
      this.#boxes = larger
    }
    this.#boxes.set([minRow, maxRow, minColumn, maxColumn], 4 * this.length)
    this.#tree = undefined
    return this.length++
  }

  /** The numbers of the boxes in which the point is or on whose edge, rising. */
  around(row: number, column: number): number[] {
    this.#tree ??= this.#plant()
    const { order, levels } = this.#tree
    const found: number[] = []
    const visit = (level: number, from: number) => {
      const boxes = levels[level]!
      const to = Math.min(from + WIDTH, boxes.length / 4)
      for (let i = from; i < to; i++) {
        if (row < boxes[4 * i]! || row > boxes[4 * i + 1]!) continue
        if (column < boxes[4 * i + 2]! || column > boxes[4 * i + 3]!) continue
        if (level === 0) found.push(order[i]!)
        else visit(level - 1, i * WIDTH)
      }
    }
    visit(levels.length - 1, 0)
    return found.sort((a, b) => a - b)
  }

  /** What lies near each other comes into the same node. */
  #plant() {
    const keys = Uint32Array.from({ length: this.length }, (_, box) => this.#nearness(box))
    const order = Uint32Array.from(keys, (_, box) => box).sort((a, b) => keys[a]! - keys[b]! || a - b)
    const lowest = new Int32Array(4 * this.length)
    order.forEach((box, at) => {
      lowest.set(this.#boxes.subarray(4 * box, 4 * box + 4), 4 * at)
    })
    const levels: Int32Array[] = [lowest]
    while (levels.at(-1)!.length > 4 * WIDTH) levels.push(enclosing(levels.at(-1)!))
    return { order, levels }
  }

  /** A place on a curve that fills the plane: the bits of row and column of the box's middle by turns. */
  #nearness(box: number): number {
    const [minRow, maxRow, minColumn, maxColumn] = this.#boxes.subarray(4 * box, 4 * box + 4)
    const row = (minRow! + maxRow!) / 2 + 2 ** 31
    const column = (minColumn! + maxColumn!) / 2 + 2 ** 31
    return (spread(row / 2 ** 16) | (spread(column / 2 ** 16) << 1)) >>> 0
  }
}

/** Sixteen bits, with room for another one beside each. */
function spread(value: number): number {
  let bits = Math.floor(value) & 0xffff
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

function enclosing(boxes: Int32Array): Int32Array {
  const around = new Int32Array(4 * Math.ceil(boxes.length / 4 / WIDTH))
  for (let i = 0; i < around.length; i += 4) {
    around.set(boxes.subarray(i * WIDTH, i * WIDTH + 4), i)
    for (let j = i * WIDTH; j < Math.min((i + 4) * WIDTH, boxes.length); j += 4) {
      around[i] = Math.min(around[i]!, boxes[j]!)
      around[i + 1] = Math.max(around[i + 1]!, boxes[j + 1]!)
      around[i + 2] = Math.min(around[i + 2]!, boxes[j + 2]!)
      around[i + 3] = Math.max(around[i + 3]!, boxes[j + 3]!)
    }
  }
  return around
}
