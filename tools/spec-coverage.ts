import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run spec`: ids of docs/checklist.md that no test title contains, by group. */
const root = join(import.meta.dirname, '..')
const ID = /\b([A-Z]+-\d{2})\b/g

const rows = readFileSync(join(root, 'docs/checklist.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = /^\| ([A-Z]+-\d{2}) \| (.+?) \| [^|]+ \| (\w+) \|$/.exec(line)
    return cells ? [{ id: cells[1]!, requirement: cells[2]!, level: cells[3]! }] : []
  })

const testFiles = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.spec.ts', '*.test.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter(Boolean)

/** Ids in titles of tests. Ranges such as 'SIG-05 to SIG-08' and comments don't count. */
const proven = new Set<string>()
/** Proven by `npm test`; the others need `npm run test:long`. */
const provenByShortTests = new Set<string>()
for (const file of testFiles) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, , title, tag] of text.matchAll(
    /\b(?:test|it|test\.each\([^)]*\)|it\.each\([^)]*\))\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1(,\s*\{\s*tag: '@long')?/g,
  ))
    for (const [id] of title!.matchAll(ID)) {
      proven.add(id)
      if (!tag && !/\.long\.(test|spec)\.ts$/.test(file)) provenByShortTests.add(id)
    }
}

const known = new Set(rows.map(({ id }) => id))
const groupOf = (id: string) => id.slice(0, id.indexOf('-'))
const groups = new Set([...known].map(groupOf))
/** 'UTF-16' looks like an id as well. */
const unknownIds = [...proven].filter((id) => !known.has(id) && groups.has(groupOf(id)))
const open = rows.filter(({ id }) => !proven.has(id))
const isBrief = process.argv.includes('--ids')

for (const { id, requirement, level } of open)
  console.log(isBrief ? id : `${id}  (${level})  ${requirement.slice(0, 140)}`)
for (const id of unknownIds) console.log(`${id}  is named by a test but missing in docs/checklist.md`)
if (!isBrief) {
  const late = rows.filter(({ id }) => proven.has(id) && !provenByShortTests.has(id)).map(({ id }) => id)
  console.log(`\nOnly npm run test:long proves ${late.length}: ${late.join(', ') || 'none'}`)
  console.log(
    `\n${rows.length - open.length} of ${rows.length} requirements are proven by a test; ${open.length} are not`,
  )
}
