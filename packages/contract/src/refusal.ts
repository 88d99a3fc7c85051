/** An expected refusal: its HTTP status and the sentence for people. */
export interface RefusalText {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 502 | 503
  message: string
  /** The code on the wire, if it differs from the refusal's name. */
  code?: string
}

/** The body of every error response. */
export interface RefusalBody {
  message: string
  code: string
  /** Validation only: which field and what is wrong with it. */
  issues?: { path: string; message: string }[]
  request_id?: string
  [detail: string]: unknown
}

/** Declares a feature's refusals; keys are `feature.reason`. */
export function refusals<const Texts extends Record<`${string}.${string}`, RefusalText>>(
  texts: Texts,
): Texts {
  return texts
}
