import { type DestinationStream, type Logger, pino } from 'pino'
import { attributesOfError, currentAttributes } from './providers/steps/port.ts'

/** Longer texts are whole server replies or pages. */
const MAX_TEXT = 2000
const MAX_STACK_LINES = 12

interface Fault {
  name?: string
  message?: string
  code?: string
  stack?: string
  cause?: unknown
  /** Drizzle's errors: the statement, whose values follow it in the message. */
  query?: string
}

/**
 * JSON lines with the id of the request or job. Errors are logged without connections, query values, cookies and
 * addresses.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  const root: Logger = pino(
    {
      level,
      serializers: { err: toStory },
      hooks: { logMethod: writeWithoutSecrets },
      mixin(line, _level, logger) {
        const attributes = { ...currentAttributes(), ...attributesOfError((line as { err?: unknown }).err) }
        // The request's own logger adds it already; parsers disagree on duplicate keys.
        if (logger !== root) delete attributes.request_id
        return attributes
      },
    },
    destination,
  )
  return root
}

function toStory(error: Fault | undefined) {
  const { name, code, stack, query } = error ?? {}
  const cause = error?.cause as Fault | undefined
  return {
    type: name,
    message:
      query === undefined ? withoutSecrets(error?.message) : `Failed query: ${query.slice(0, MAX_TEXT)}`,
    code: code ?? cause?.code,
    cause: withoutSecrets(cause?.message),
    // The first line of a stack repeats the message.
    stack: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, MAX_STACK_LINES)
      .join('\n'),
  }
}

function writeWithoutSecrets(
  this: Logger,
  args: Parameters<Logger['info']>,
  write: (...args: Parameters<Logger['info']>) => void,
): void {
  const clean = args.map((arg: unknown) => (typeof arg === 'string' ? withoutSecrets(arg) : arg))
  write.apply(this, clean as typeof args)
}

/** Removes local parts of addresses, query strings of links, and values that PostgreSQL quotes. */
export function withoutSecrets(text: string | undefined): string | undefined {
  return text
    ?.slice(0, MAX_TEXT)
    .replace(/[^\s<>()[\]{}"'`,;:=/]{1,256}@(?=[\w[])/g, '…@')
    .replace(/(\bhttps?:\/\/[^\s?"'<>]{1,2000})\?[^\s"'<>]*/g, '$1?…')
    .replace(/(invalid input syntax for [^"]{1,80}: )"[^"]*"/g, '$1…')
    .replace(/(Key \(.{1,200}\)=)\([^)]*\)/g, '$1(…)')
}
