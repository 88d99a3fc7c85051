import { spawnSync } from 'node:child_process'

/** The subject of a commit has at most 72 characters. Without the history, as in a download, nothing is said. */
const SINCE = 'd02a773'
const MOST = 72
/** Merged before the rule was kept. */
const EARLIER = ['a3947aa', '947611d', '1d0b794']

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
  if (length <= MOST || EARLIER.includes(hash)) continue
  process.exitCode = 1
  console.log(`${line}: the subject has ${length} characters, ${MOST} are allowed`)
}
