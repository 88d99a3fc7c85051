import { parseArgs } from 'node:util'
import { CorruptFile } from './corrupt-file.ts'
import type { ImportProgress, Place, Places } from './place.ts'

/** Output of a command. On a terminal, progress overwrites its line. */
export interface CommandIo {
  out(text: string): void
  err(text: string): void
  isTerminal?: boolean
  signal?: AbortSignal
}

const USAGE = `Usage:
  places import <file> [--region <name>]   imports an .osm.pbf or Overture .parquet file in place of the region
  places list                              lists the imported regions
  places remove <region>                   removes a region
  places search --query <text> [--location <text>] [--limit <n>] [--json]
                                           prints every match, with --json one line of JSON each
`

const PAGE = 100

/** Runs one command. Returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runPlacesCommand(
  places: Places,
  argv: readonly string[],
  io: CommandIo,
): Promise<number> {
  const [command, ...rest] = argv
  try {
    if (command === 'import') return await importFile(places, rest, io)
    if (command === 'list') return await listRegions(places, io)
    if (command === 'remove') return await removeRegion(places, rest, io)
    if (command === 'search') return await searchAll(places, rest, io)
  } catch (error) {
    if (isWrongCall(error)) io.err(`${error.message}\n`)
    else return explain(error, io)
  }
  io.err(USAGE)
  return 2
}

async function importFile(places: Places, argv: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parse(argv, { region: { type: 'string' } })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new WrongCall('Please name one file to import')
  const onProgress = io.isTerminal
    ? (progress: ImportProgress) => io.err(`\r${progressLine(progress)}`)
    : undefined
  const summary = await places.importFile(file, { region: values.region, onProgress, signal: io.signal })
  if (io.isTerminal) io.err('\n')
  const { region, places: count, added, removed, merged, elements, elapsed_ms } = summary
  io.out(
    `${region}: ${number(count)} places (${number(added)} new, ${number(removed)} gone, ${number(merged)} duplicates merged) out of ${number(elements)} elements in ${seconds(elapsed_ms)}.\n`,
  )
  return 0
}

async function listRegions(places: Places, io: CommandIo): Promise<number> {
  const regions = await places.regions()
  if (regions.length === 0) io.out('No region is imported yet.\n')
  for (const { region, source, places: count, data_at, licence, attribution } of regions)
    io.out(
      `${region}\t${number(count)} places\t${source}\t${data_at?.slice(0, 10) ?? '-'}\t${licence}\t${attribution}\n`,
    )
  return 0
}

async function removeRegion(places: Places, argv: readonly string[], io: CommandIo): Promise<number> {
  const { positionals } = parse(argv, {})
  const [region] = positionals
  if (region === undefined || positionals.length > 1) throw new WrongCall('Please name one region to remove')
  if (!(await places.regions()).some((known) => known.region === region)) {
    io.err(`There is no region '${region}'.\n`)
    return 1
  }
  io.out(`${region}: ${number(await places.removeRegion(region))} places removed.\n`)
  return 0
}

async function searchAll(places: Places, argv: readonly string[], io: CommandIo): Promise<number> {
  const { values } = parse(argv, {
    query: { type: 'string' },
    location: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  })
  const { query, location } = values
  if (!query?.trim()) throw new WrongCall('Please say what to search for: --query <text>')
  let left = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit)
  if (!(left >= 1)) throw new WrongCall('--limit is a number from 1')
  let after: string | undefined
  do {
    io.signal?.throwIfAborted()
    const limit = Math.min(PAGE, left)
    const page = await places.search({ query, location: location ?? null, limit, after })
    if (page.widened !== null && after === undefined) io.err(`${page.widened}\n`)
    for (const place of page.places) io.out(values.json ? jsonLine(place) : plainLine(place))
    left -= page.places.length
    after = page.next ?? undefined
  } while (after !== undefined && left > 0)
  return 0
}

function jsonLine({ place_id, name, address, website, phone }: Place): string {
  return `${JSON.stringify({ place_id, name, address, website, phone })}\n`
}

function plainLine({ name, address, website, phone }: Place): string {
  return `${[name, address, phone ?? '-', website ?? '-'].join('\t')}\n`
}

class WrongCall extends Error {}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options']

function parse<const T extends Options>(argv: readonly string[], options: T) {
  return parseArgs({ args: [...argv], options, allowPositionals: true })
}

function isWrongCall(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof WrongCall || code.startsWith('ERR_PARSE_ARGS')
}

function explain(error: unknown, io: CommandIo): number {
  if (io.signal?.aborted) io.err('Stopped. Nothing was changed.\n')
  else if (error instanceof CorruptFile) io.err(`${error.message}. The region is as it was before.\n`)
  else if (isFileProblem(error)) io.err(`${error.message}. Nothing was changed.\n`)
  else throw error
  return 1
}

/** ENOENT, EISDIR and the like, whose messages are readable. */
function isFileProblem(error: unknown): error is Error {
  return (
    error instanceof Error && 'syscall' in error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
  )
}

function progressLine({ phase, fraction, places, remaining_ms }: ImportProgress): string {
  const left = remaining_ms === null ? '' : `, about ${seconds(remaining_ms)} left`
  return `${phase === 'reading' ? 'Reading' : 'Writing'}: ${Math.floor(fraction * 100)} %, ${number(places)} places${left}   `
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function seconds(ms: number): string {
  return ms < 90_000 ? `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s` : `${Math.round(ms / 60_000)} min`
}
