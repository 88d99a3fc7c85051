import type { RefusalBody } from '@goldpan/contract/refusal'
import { allRefusals, type RefusalName } from '@goldpan/contract/refusals'

/** An expected refusal, thrown to the caller. Anything else that is thrown is a bug and becomes a plain 500. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly status: number
  readonly body: RefusalBody
  readonly retryAfterSeconds: number | undefined

  constructor(name: RefusalName, details: RefusalDetails) {
    const text: { status: number; message: string; code?: string } = allRefusals[name]
    const { message = text.message, retryAfterSeconds, ...rest } = details
    super(message)
    this.refusal = name
    this.status = text.status
    this.body = { message, code: text.code ?? name, ...rest }
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface RefusalDetails {
  /** Replaces the contract's sentence if it has to name something. */
  message?: string
  /** Sent as Retry-After. */
  retryAfterSeconds?: number
  [detail: string]: unknown
}

/** Refuses a request for an expected reason; status, code and sentence come from the contract. */
export function refuse(name: RefusalName, details: RefusalDetails = {}): never {
  throw new Refusal(name, details)
}
