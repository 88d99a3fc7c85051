import { expect, test } from 'vitest'
import { findFaults, notesOf } from './changelog.ts'

const LOG = `# Changelog

What changed.

## 0.2.0 – 2026-12-01

### Needs action

- Set a thing.

### Inbox

- Better.

## 0.1.1 – 2026-11-01

### Needs action

Nothing.
`

const UNRELEASED = LOG.replace('## 0.2.0 – 2026-12-01', '## Unreleased (since 0.1.1)')

test('a log that begins with the version, or with what came since, is right', () => {
  expect(findFaults(LOG, '0.2.0')).toEqual([])
  expect(findFaults(UNRELEASED, '0.1.1')).toEqual([])
})

test.each([
  ['a version without a section', LOG, '0.3.0', 'has to begin with'],
  ['changes since another version', UNRELEASED, '0.2.0', 'has to begin with'],
  ['an empty log', '# Changelog\n', '0.2.0', 'has to begin with'],
  ['a release without a date', LOG.replace('0.1.1 – 2026-11-01', '0.1.1'), '0.2.0', 'Section 2 of'],
  [
    'two unreleased parts',
    LOG.replace('0.1.1 – 2026-11-01', 'Unreleased (since 0.1.0)'),
    '0.2.0',
    'Section 2',
  ],
  [
    'a release without its actions',
    LOG.replace('### Needs action\n\nNothing.', ''),
    '0.2.0',
    "0.1.1 has no '###",
  ],
  ['an empty list of actions', LOG.replace('Nothing.\n', ''), '0.2.0', '0.1.1 has no'],
])('%s is a fault', (_name, log, version, sentence) => {
  expect(findFaults(log, version).join('\n')).toContain(sentence)
})

test('the notes of a release are its section, without the heading', () => {
  expect(notesOf(LOG, '0.2.0')).toBe('### Needs action\n\n- Set a thing.\n\n### Inbox\n\n- Better.')
  expect(notesOf(UNRELEASED, '0.1.2')).toBeNull()
})
