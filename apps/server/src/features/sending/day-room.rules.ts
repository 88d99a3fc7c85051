/** Messages that a sender may still send on a day. */
export interface Room {
  /** The mailbox. Null for the return address. */
  id: string | null
  cap: number
  left: number
  /** Messages for which the sending window leaves time. */
  fits: number
}

/** Messages that all senders of an owner may still send on a day; planning subtracts from it. */
export interface DayRoom<R extends Room> {
  rooms: ReadonlyMap<string | null, R>
  /** Of the daily cap that all senders share. Infinite without one. */
  left: number
}

/** Returns the room with the largest share of its cap left, the first of equal ones. Null if none has room. */
export function chooseRoom<R extends Room>(rooms: readonly R[]): R | null {
  let best: R | null = null
  for (const room of rooms)
    if (room.left > 0 && (best === null || room.left * best.cap > best.left * room.cap)) best = room
  return best
}

/** Takes room of a sender. Returns how many of these messages leave on the day; the others keep their room, too. */
export function takeRoom<R extends Room>(day: DayRoom<R>, room: R, messages: number): number {
  const kept = Math.min(messages, room.left)
  const leaving = Math.min(kept, room.fits, day.left)
  room.left -= kept
  room.fits -= leaving
  day.left -= leaving
  return leaving
}

/**
 * Takes room for a message and returns its sender; null if it can't leave on the day. `bound` is the mailbox that the
 * person hears from already; null lets this choose one of the candidates.
 *
 * Call this in the order of the claims: due follow-ups that go first, then first messages, those of older sends first,
 * then other follow-ups. The assignment doesn't depend on when messages leave: once one has left and its room is used, the
 * others still get the same senders.
 */
export function reserveRoom<R extends Room>(
  day: DayRoom<R>,
  { bound, candidates }: { bound: string | null; candidates: readonly R[] },
): R | null {
  const room = bound === null ? chooseRoom(candidates) : (day.rooms.get(bound) ?? null)
  return room && takeRoom(day, room, 1) === 1 ? room : null
}

/** A sender at the time of a claim. */
export interface SenderRoom extends Room {
  /** Messages that the gap and the provider's limit of a minute let leave right now. */
  ready: number
}

/** A message that is due. */
export interface Queued {
  bound: string | null
  candidates: readonly SenderRoom[]
  /** True for messages of the job that is claimed. Others only use up what their senders may send. */
  isOwn: boolean
}

export interface Taken<M> {
  taken: { message: M; from: string | null }[]
  /** Senders with room today, from which a message of this job can't leave yet. */
  waiting: Set<string | null>
}

/** Chooses messages of a job that leave right now: each sender's first ones of today, if the sender is ready. */
export function takeReady<M extends Queued>(
  queue: readonly M[],
  { day, limit }: { day: DayRoom<SenderRoom>; limit: number },
): Taken<M> {
  const taken: Taken<M>['taken'] = []
  const waiting = new Set<string | null>()
  for (const message of queue) {
    if (day.left <= 0 || taken.length >= limit) break
    const room = reserveRoom(day, message)
    if (room === null) continue
    const isReady = room.ready > 0
    if (isReady) room.ready -= 1
    if (!message.isOwn) continue
    if (isReady) taken.push({ message, from: room.id })
    else waiting.add(room.id)
  }
  return { taken, waiting }
}
