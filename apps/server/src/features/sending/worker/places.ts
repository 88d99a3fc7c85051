/** Messages that have left and wait for their outcome to be written down: what a crash would leave in doubt. */
export const UNSETTLED_MAX = 100

/**
 * Places at a worker for messages that are being handed over. One whose outcome is being written down leaves its place
 * to the next, as long as the database keeps up.
 */
export function createPlaces(concurrency: number) {
  let handedOver = 0
  let unsettled = 0
  return {
    isFree: () => handedOver < concurrency && unsettled < concurrency + UNSETTLED_MAX,
    isAnyTaken: () => unsettled > 0,
    take() {
      handedOver += 1
      unsettled += 1
      let hasLeft = false
      const leave = () => {
        if (!hasLeft) handedOver -= 1
        hasLeft = true
      }
      const end = () => {
        leave()
        unsettled -= 1
      }
      return { leave, end }
    },
  }
}
