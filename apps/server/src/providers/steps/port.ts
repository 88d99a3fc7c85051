import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a line of the log and a trace say of the work they belong to. Ids only: what a person wrote, an address or a
 * name has no place here.
 */
export interface Facts {
  request_id?: string
  /** Who asked. */
  person?: string
  /** Whose rows are worked on. */
  owner?: string
  /** The kind of a job, and which one. */
  job?: string
  job_id?: string
  /** What the feature calls its own work: a gathering, a round of sending, an import. */
  work?: string
  /** One of its many: a recipient, a business, a message that came in. */
  item?: string
  /** What a mail server made of a message, in our word and its number. */
  outcome?: string
  code?: number
}

/** A stretch of work: a request, a job, one message of a campaign, one website of a gathering. */
export interface Step {
  /** Few different ones: of a request its route, never its address. */
  name: string
  kind: 'request' | 'job' | 'item' | 'call'
  /** A request goes on after its handler: told when the answer has left, with its status. */
  onEnd?: (end: (status: number) => void) => void
}

/** Stands around every step; answers what the work answers. For traces. */
export type StepObserver = <Answer>(step: Step, facts: Facts, work: () => Answer) => Answer

const underWay = new AsyncLocalStorage<Facts>()
/** Where an error was thrown: it is often written down further out, where less is known. */
const origins = new WeakMap<object, Facts>()
let observer: StepObserver | null = null

/** Does work as a step: what is logged until it ends, or because it failed, carries its facts. */
export function inStep<Answer>(step: Step, facts: Facts, work: () => Answer): Answer {
  const all = { ...underWay.getStore(), ...facts }
  return underWay.run(all, () => {
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

/** Says of the step under way what became known after its start, such as who asks. */
export function addFacts(facts: Facts): void {
  Object.assign(underWay.getStore() ?? {}, facts)
}

export const factsUnderWay = (): Readonly<Facts> => underWay.getStore() ?? {}

/** The facts of the innermost step that an error came out of. */
export const factsOfError = (error: unknown): Readonly<Facts> => (isObject(error) && origins.get(error)) || {}

export const observeSteps = (observe: StepObserver | null): void => {
  observer = observe
}

function remember(error: unknown, facts: Facts): void {
  if (isObject(error) && !origins.has(error)) origins.set(error, facts)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
