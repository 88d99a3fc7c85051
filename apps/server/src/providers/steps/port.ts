import { AsyncLocalStorage } from 'node:async_hooks'

/** Fields that log lines and traces add to identify their work. Ids only: no user content, addresses or names. */
export interface StepAttributes {
  request_id?: string
  /** The user who asked for it. */
  person?: string
  /** The owner of the rows. */
  owner?: string
  /** A job: its kind and id. */
  job?: string
  job_id?: string
  /** The feature's unit of work, such as a gathering job, a send job or an import. */
  work?: string
  /** An item of it, such as a recipient, a business or an incoming message. */
  item?: string
  /** The outcome of a hand-over, with the server's code. */
  outcome?: string
  code?: number
}

/** A unit of work in logs and traces: a request, a job, a message, a visit to a website. */
export interface Step {
  /** Has few distinct values: a request's route, not its URL. */
  name: string
  kind: 'request' | 'job' | 'item' | 'call'
  /** A request continues after its handler: call `end` with the status when the response was sent. */
  onEnd?: (end: (status: number) => void) => void
}

/** Wraps every step, for traces. Returns what the work returns. */
export type StepObserver = <Answer>(step: Step, attributes: StepAttributes, work: () => Answer) => Answer

const current = new AsyncLocalStorage<StepAttributes>()
/** Attributes of errors at the place where they were thrown, since they are often logged further out. */
const origins = new WeakMap<object, StepAttributes>()
let observer: StepObserver | null = null

/** Runs work as a step: log lines until its end, and its error, carry these attributes. */
export function inStep<Answer>(step: Step, attributes: StepAttributes, work: () => Answer): Answer {
  const all = { ...current.getStore(), ...attributes }
  return current.run(all, () => {
    try {
      const answer = observer ? observer(step, all, work) : work()
      if (answer instanceof Promise) answer.catch((error: unknown) => remember(error, all))
      return answer
    } catch (error) {
      remember(error, all)
      throw error
    }
  })
}

/** Adds attributes to the current step that are known only after its start, such as the user. */
export function addAttributes(attributes: StepAttributes): void {
  Object.assign(current.getStore() ?? {}, attributes)
}

export const currentAttributes = (): Readonly<StepAttributes> => current.getStore() ?? {}

/** Attributes of the innermost step an error came from. */
export const attributesOfError = (error: unknown): Readonly<StepAttributes> =>
  (isObject(error) && origins.get(error)) || {}

export const observeSteps = (observe: StepObserver | null): void => {
  observer = observe
}

function remember(error: unknown, attributes: StepAttributes): void {
  if (isObject(error) && !origins.has(error)) origins.set(error, attributes)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
