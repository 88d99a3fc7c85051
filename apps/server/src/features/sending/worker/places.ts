/** So many outcomes at most wait for the database: with one that is slow, no more is handed over than it takes. */
const MOST_UNWRITTEN = 500

/**
 * Places at a worker for messages that are being handed over, and a bound on those that a crash would leave in doubt:
 * marked as on their way, with no outcome that is kept. One that was accepted leaves its place to the next, which waits
 * with its mark until there is room for doubt again.
 */
export function createPlaces(concurrency: number) {
  let handedOver = 0
  let underWay = 0
  /** Accepted and kept, and on their way into the database. */
  let kept = 0
  /** Of those that hold room for doubt: marked, and marked without having been accepted yet. */
  let marked = 0
  let leaving = 0
  let inDoubt = 0
  const waiting: (() => void)[] = []

  function enter(): Promise<void> {
    if (inDoubt < concurrency) {
      inDoubt += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  /** The room goes to whoever waits for it. */
  function giveRoom(): void {
    const next = waiting.shift()
    if (next) next()
    else inDoubt -= 1
  }

  function take() {
    handedOver += 1
    underWay += 1
    let hasLeft = false
    let hasEntered = false
    let isMarked = false
    let isKept = false
    let hasEnded = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      handedOver -= 1
      if (isMarked) leaving -= 1
    }
    return {
      /** Waits until one more may be in doubt. */
      async enterDoubt(): Promise<void> {
        await enter()
        hasEntered = true
        // It has ended while it waited: nobody else would give the room back.
        if (hasEnded) giveRoom()
      },
      /** The mark stands: it is on its way now. */
      noteMark(): void {
        if (hasEnded) return
        isMarked = true
        marked += 1
        leaving += 1
      },
      leave,
      /** Its acceptance is kept: no crash can leave it in doubt any more. */
      noteKept(): void {
        if (isKept || hasEnded || !isMarked) return
        isKept = true
        kept += 1
        marked -= 1
        giveRoom()
      },
      end(): void {
        hasEnded = true
        leave()
        underWay -= 1
        if (isKept) {
          kept -= 1
          return
        }
        if (isMarked) marked -= 1
        if (hasEntered) giveRoom()
      },
    }
  }

  return {
    concurrency,
    take,
    isFree: () => handedOver < concurrency && kept < MOST_UNWRITTEN,
    isAnyTaken: () => underWay > 0,
    /** Whether with so many that want their mark nobody else can come for one. */
    areAllToMark: (count: number) => count >= Math.min(handedOver - leaving, concurrency - marked),
    /** Whether with so many accepted ones nobody else is on the way, or all others wait for their doubt to end. */
    areAllAccepted: (count: number) => count >= underWay || (marked > 0 && count - kept >= marked),
  }
}

export type Places = ReturnType<typeof createPlaces>
export type Place = ReturnType<Places['take']>
