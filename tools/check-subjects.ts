import { spawnSync } from 'node:child_process'

/** Checks that commit subjects have at most 72 characters. Passes without a git history, such as in a download. */
/** Older commits are exempt. */
const SINCE = '8f9c6fa'
const MAX_LENGTH = 72

const { status, stdout } = spawnSync(
  'git',
  ['log', '--no-merges', '--abbrev=7', '--format=%h %s', `${SINCE}..HEAD`],
  {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  },
)
const subjects = status === 0 ? stdout.split('\n').filter(Boolean) : []
for (const line of subjects) {
  const [hash = ''] = line.split(' ', 1)
  const { length } = line.slice(hash.length + 1)
  if (length <= MAX_LENGTH) continue
  process.exitCode = 1
  console.log(`${line}: the subject has ${length} characters, ${MAX_LENGTH} are allowed`)
}
