import { CLOCK_HEADER } from '@goldpan/contract/route'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const offsetSeconds = createStore(0)

/** Every answer of the server says how far its demo clock is ahead. */
export function noteClockOffset(headers: Headers): void {
  const offset = Number(headers.get(CLOCK_HEADER))
  if (offset !== offsetSeconds.get()) offsetSeconds.set(offset)
}

/** Now, by the clock that dates mail and events: the system's, ahead where the demo clock was moved. */
export const productNow = (): Date => new Date(Date.now() + offsetSeconds.get() * 1000)

/** The same for what shows '2 minutes ago', which is rendered again when the demo clock jumps. */
export function useProductNow(): Date {
  useSyncExternalStore(offsetSeconds.subscribe, offsetSeconds.get)
  return productNow()
}
