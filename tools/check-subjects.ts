import { spawnSync } from 'node:child_process'

/** The subject of a commit has at most 72 characters. Without the history, as in a download, nothing is said. */
/** The rule holds from here on. */
const SINCE = '8f9c6fa'
const MOST = 72

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
  if (length <= MOST) continue
  process.exitCode = 1
  console.log(`${line}: the subject has ${length} characters, ${MOST} are allowed`)
}
