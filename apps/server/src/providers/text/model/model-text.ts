import { APICallError, type ModelMessage, RetryError } from 'ai'
import { checkFollowUp, checkWritten, type Finding } from '../check-written.ts'
import { composeFollowUp } from '../compose-follow-up.ts'
import { detectLanguage } from '../composer/language.ts'
import { compose } from '../composer.ts'
import { replacePlaceholders } from '../placeholders.ts'
import type { TextPort, WriteOptions, WrittenTemplate } from '../port.ts'
import { askForLabel } from './label.ts'
import { createConversation, type Model, RefusedToWrite, type Usage } from './model-conversation.ts'
import {
  type Answer,
  answerSchema,
  askToFollowUp,
  askToRepair,
  askToWrite,
  FOLLOW_UP_INSTRUCTIONS,
  INSTRUCTIONS,
  readAnswer,
} from './prompt.ts'
import { suggestAnswers } from './suggest-answers.ts'

const NO_ANSWER: Finding = {
  code: 'body_missing',
  message: 'Answer with one JSON object with the texts "subject" and "body".',
}

/** A text to write. */
interface Task {
  instructions: string
  messages: ModelMessage[]
  check: (answer: Answer) => Finding[]
  compose: (seed: number) => WrittenTemplate
}

/**
 * Writes with a language model. The text is checked like any other; the model may repair it once, then the composer
 * writes instead and the note says so.
 */
export function createModelText(model: Model): TextPort {
  return {
    suggestAnswers: (thread, signal) => suggestAnswers(model, thread, signal),

    writeTemplate: (brief, options) =>
      write(model, options, {
        instructions: INSTRUCTIONS,
        messages: askToWrite(brief),
        check: (answer) => checkWritten(brief, answer),
        compose: (seed) => compose(brief, seed),
      }),

    writeFollowUp: (brief, options) =>
      write(model, options, {
        instructions: FOLLOW_UP_INSTRUCTIONS,
        messages: askToFollowUp(brief),
        check: (answer) => checkFollowUp(brief, answer),
        compose: (seed) => composeFollowUp(brief, seed),
      }),

    labelReply: (text, { signal }) => askForLabel(model, text, signal),
  }
}

async function write(model: Model, options: WriteOptions, task: Task): Promise<WrittenTemplate> {
  options.signal?.throwIfAborted()
  const limit = AbortSignal.timeout(model.timeoutMs)
  const conversation = createConversation(model, { instructions: task.instructions, schema: answerSchema })
  try {
    const { answer, findings } = await written(task, options, limit, conversation)
    if (answer && findings.length === 0) return finished(answer, model.name, conversation.usage, options)
    return composed(task, options, conversation.usage, rejected(model.name, findings))
  } catch (error) {
    options.signal?.throwIfAborted()
    const reason = limit.aborted
      ? `${model.name} did not finish within ${seconds(model.timeoutMs)}`
      : failed(model.name, error)
    return composed(task, options, conversation.usage, reason)
  }
}

/** The first reply if it is good, otherwise the repaired one with its remaining problems. */
async function written(
  task: Task,
  { seed, signal, onText }: WriteOptions,
  limit: AbortSignal,
  conversation: ReturnType<typeof createConversation>,
): Promise<{ answer: Answer | null; findings: Finding[] }> {
  const turn = { seed, signal: signal ? AbortSignal.any([signal, limit]) : limit, onText }
  const first = await conversation.ask(task.messages, turn)
  const judged = judge(task, first)
  if (judged.findings.length === 0) return judged
  return judge(task, await conversation.ask(askToRepair(task.messages, first, judged.findings), turn))
}

function judge({ check }: Task, text: string): { answer: Answer | null; findings: Finding[] } {
  const answer = readAnswer(text)
  return { answer, findings: answer ? check(answer) : [NO_ANSWER] }
}

function finished(answer: Answer, name: string, usage: Usage, { onText }: WriteOptions): WrittenTemplate {
  onText?.(answer.body)
  const language = detectLanguage(replacePlaceholders(answer.body, () => ''))
  return { ...answer, language: language === 'other' ? 'und' : language, written_by: name, note: null, usage }
}

function composed(task: Task, { seed, onText }: WriteOptions, usage: Usage, reason: string): WrittenTemplate {
  const template = task.compose(seed)
  onText?.(template.body)
  const note = [`${reason}, so the built-in composer wrote this text.`, template.note]
    .filter(Boolean)
    .join(' ')
  return { ...template, note, usage }
}

function rejected(name: string, findings: readonly Finding[]): string {
  if (findings.includes(NO_ANSWER)) return `${name} did not answer with a subject and a body`
  const shown = findings.slice(0, 3).map(({ message }) => message)
  return `What ${name} wrote did not pass the checks even after one repair (${shown.join(' ')})`
}

const seconds = (ms: number) => (ms <= 1000 ? 'a second' : `${Math.ceil(ms / 1000)} seconds`)

/** Leaves out the server's message, which may contain keys or addresses. */
function failed(name: string, error: unknown): string {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (cause instanceof RefusedToWrite) return `${name} declined to write this`
  if (!APICallError.isInstance(cause)) return `The answer of ${name} broke off`
  if (cause.statusCode === undefined) return `${name} could not be reached`
  if (cause.statusCode === 401 || cause.statusCode === 403) return `${name} did not accept the key`
  if (cause.statusCode === 429) return `${name} has too much to do`
  return `${name} answered with an error (HTTP ${cause.statusCode})`
}
