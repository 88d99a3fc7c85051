import type { Technique } from './technique.ts'

/** Joomla 4 and later: `<joomla-hidden-mail first="base64" last="base64">`. Joomla 3 uses a script. */
export const joomla: Technique = {
  name: 'joomla',
  confidence: 0.85,
  reveal({ name, attributes }) {
    const { first, last } = attributes
    if (name !== 'joomla-hidden-mail' || !first || !last) return undefined
    return `${decode(first)}@${decode(last)}`
  },
}

function decode(text: string): string {
  return Buffer.from(text.slice(0, 400), 'base64').toString('utf8').trim()
}
