import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usageTypes } from '@goldpan/contract/plans'
import { limitMessage } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** All texts of the product: its sources, and sentences that it assembles. */
function readProduct(): string {
  const files = globSync('{apps/web/src,packages/contract/src,apps/server/src}/**/*.{ts,tsx}', { cwd: root })
  const source = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  return plain([...source, ...usageTypes.map(limitMessage)].join('\n'))
}

/** Normalises quotes and white space. */
const plain = (text: string) => text.replace(/’|\\'/g, "'").replace(/\s+/g, ' ')

/** Placeholders in the specification that stand for texts; docs/checklist.md has the texts. */
const NOTATIONS: Record<string, readonly string[]> = {
  'Failed to fetch campaign(s)': ['Failed to fetch campaigns', 'Failed to fetch campaign'],
  'Failed to create/update campaign': ['Failed to create campaign', 'Failed to update campaign'],
}

const QUOTED = /'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g
/** Variable parts: {name}, (n), the counts N and M, and an ellipsis at the end. */
const FILLED_IN = /\{[^}]*\}|\(n\)|\b[NM]\b|\.\.\.$/

const texts = readFileSync(join(root, 'docs/checklist.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = /^\| ([A-Z]+-\d{2}) \| (.+?) \| [^|]+ \| \w+ \|$/.exec(line)
    return cells ? [...cells[2]!.matchAll(QUOTED)].map(([, text]) => ({ id: cells[1]!, text: text! })) : []
  })

test('every quoted text is the exact text of the product (SHELL-20)', () => {
  const product = readProduct()
  const missing = texts.flatMap(({ id, text }) =>
    (NOTATIONS[text] ?? [text])
      .flatMap((one) => one.split(FILLED_IN))
      .map((part) => plain(part.trim()))
      .filter((part) => part.length > 2 && !product.includes(part))
      .map((part) => `${id}: ${part}`),
  )
  expect(texts.length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})
