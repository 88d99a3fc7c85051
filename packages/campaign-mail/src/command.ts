import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findAwayUntil } from './away-until.ts'
import type { Classification } from './classification.ts'
import { classify } from './classify.ts'
import { type LabelFigures, measureLabels, readLabelled } from './label-figures.ts'

/** The output streams of a command. */
export interface CommandIo {
  out(line: string): void
  err(line: string): void
}

const USAGE =
  'Usage: npm run mail -- classify <file or folder> [--json]\n       npm run mail -- labels [file of JSON lines] [--json]'
/** In a checkout, where `npm run` starts; they aren't in the bundle. */
const OWN_REPLIES = ['tuned', 'hold-out'].map(
  (name) => `packages/campaign-mail/test/fixtures/labels/${name}.jsonl`,
)

/**
 * `classify <file or folder> [--json]`: one line per message; folders are read recursively, sorted by name. Returns
 * the exit code: 0, or 1 if something couldn't be read or the command is unknown. An away note is read as of `today`.
 *
 * `labels [file] [--json]`: precision and recall of each label, and each mistake, for the replies of a file; without a
 * file, for our own collection. A line of the file is `{"label", "text", "subject"?, "automatic"?}`.
 */
export async function runMailCommand(
  argv: readonly string[],
  io: CommandIo,
  today: string = new Date().toISOString().slice(0, 10),
): Promise<number> {
  const [command, ...rest] = argv
  const paths = rest.filter((word) => !word.startsWith('--'))
  const unknown = rest.find((word) => word.startsWith('--') && word !== '--json')
  if (command === 'labels' && !unknown)
    return printFigures(paths, { isJson: rest.includes('--json'), io, today })
  if (command !== 'classify' || paths.length === 0 || unknown) {
    io.err(unknown ? `Unknown option ${unknown}\n${USAGE}` : USAGE)
    return 1
  }
  let code = 0
  for (const path of paths)
    code = Math.max(code, await classifyPath(path, { isJson: rest.includes('--json'), io, today }))
  return code
}

interface Run {
  isJson: boolean
  io: CommandIo
  today: string
}

async function classifyPath(path: string, { isJson, io, today }: Run): Promise<number> {
  try {
    for await (const file of filesUnder(path)) {
      const result = await classify(await readFile(file))
      io.out(isJson ? JSON.stringify(toLine(file, result, today)) : `${file}: ${inWords(result, today)}`)
    }
    return 0
  } catch (error) {
    io.err(`${path}: ${error instanceof Error ? error.message : "can't be read"}`)
    return 1
  }
}

async function* filesUnder(path: string): AsyncGenerator<string> {
  const found = await lstat(path)
  if (found.isFile()) yield path
  if (!found.isDirectory()) return
  const names = (await readdir(path)).sort()
  for (const name of names) if (!name.startsWith('.')) yield* filesUnder(join(path, name))
}

function toLine(file: string, result: Classification, today: string) {
  const answering = {
    address: result.from?.address ?? null,
    class: null,
    status: null,
    action: null,
    reason: null,
  }
  const named = result.kind === 'reply' ? [answering] : result.recipients
  const recipients = named.map(({ address, class: kind, status, action, reason }) => ({
    address,
    class: kind,
    status,
    action,
    reason,
  }))
  return {
    file,
    kind: result.kind,
    recipients,
    ...(result.delayed ? { delayed: true } : {}),
    ...(result.kind === 'reply' ? { reply_text: result.reply_text } : {}),
    ...(result.note ? { says: result.note.says } : {}),
    ...(awayUntil(result, today) ? { away_until: awayUntil(result, today) } : {}),
    ...(result.wants_unsubscribe ? { wants_unsubscribe: true } : {}),
    ...(result.parse_error ? { parse_error: result.parse_error } : {}),
  }
}

const awayUntil = ({ note, subject }: Classification, today: string): string | null =>
  note?.says === 'away' ? findAwayUntil(subject, note.text, today) : null

function inWords(result: Classification, today: string): string {
  const answering = {
    address: result.from?.address ?? null,
    class: null,
    status: null,
    action: null,
    reason: null,
  }
  const named = result.kind === 'reply' ? [answering] : result.recipients
  const recipients = named.map(({ address, class: kind, status, reason }) =>
    [address ?? 'unknown address', kind, status, reason].filter(Boolean).join(' '),
  )
  const until = awayUntil(result, today)
  const says = [result.note?.says, until && `until ${until}`].filter(Boolean).join(' ')
  return [result.kind, ...(result.delayed ? ['(delayed)'] : []), recipients.join('; '), says && `(${says})`]
    .filter(Boolean)
    .join(' ')
}

async function printFigures(paths: string[], { isJson, io, today }: Run): Promise<number> {
  const files = paths.length > 0 ? paths : OWN_REPLIES
  let code = 0
  for (const file of files) {
    try {
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim())
      const { figures, wrong } = measureLabels(lines.map(readNumbered), today)
      io.out(isJson ? JSON.stringify({ file, figures, wrong }) : `${file}: ${lines.length} replies`)
      if (isJson) continue
      for (const each of figures) io.out(figureLine(each))
      for (const { expected, got, text, reason } of wrong)
        io.out(`${expected}, but labelled ${got}: ${JSON.stringify(text)} (${reason})`)
    } catch (error) {
      io.err(`${file}: ${error instanceof Error ? error.message : "can't be read"}`)
      code = 1
    }
  }
  return code
}

function readNumbered(line: string, at: number) {
  try {
    return readLabelled(line)
  } catch (error) {
    throw new Error(`line ${at + 1}: ${error instanceof Error ? error.message : 'no JSON'}`)
  }
}

const figureLine = ({ label, replies, precision, recall }: LabelFigures): string =>
  `${label.padEnd(15)}${String(replies).padStart(5)}  precision ${inPercent(precision)}  recall ${inPercent(recall)}`

const inPercent = (share: number | null): string =>
  share === null ? '     –' : `${(100 * share).toFixed(1)}%`.padStart(6)
