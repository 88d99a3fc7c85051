import type { CommandIo } from '@goldpan/campaign-mail/command'
import type { Tracking } from './tracking.ts'

const USAGE = 'Usage: npm run mail -- replay [--apply] [--json]'
const OPTIONS = new Set(['--apply', '--json'])

/**
 * `replay [--apply] [--json]`: judges stored opens and clicks again by the current rules and shows the differences;
 * --apply saves them. Recipients' statuses only move forward. Returns the exit code.
 */
export async function runReplayCommand(
  tracking: Pick<Tracking, 'replayVisits'>,
  argv: readonly string[],
  io: CommandIo,
): Promise<number> {
  if (argv.some((word) => !OPTIONS.has(word))) {
    io.err(USAGE)
    return 1
  }
  const apply = argv.includes('--apply')
  const found = await tracking.replayVisits({ apply })
  if (argv.includes('--json')) {
    io.out(JSON.stringify({ ...found, applied: apply }))
    return 0
  }
  for (const { kind, from, to, count } of found.changes) io.out(`${count} × ${kind}: ${from} → ${to}`)
  const { judged, changed } = found
  io.out(`${judged} visits judged again, ${changed} differently.${changed > 0 ? ` ${endOf(apply)}` : ''}`)
  return 0
}

const endOf = (isApplied: boolean): string =>
  isApplied ? 'The changes are stored.' : 'Nothing was changed; --apply stores it.'
