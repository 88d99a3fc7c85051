import type { Technique } from './technique.ts'

const AT_ALT =
  /^(?:@|at|ät|[[({]\s*(?:at|ät|a|@|arobase|arroba|chiocciola)\s*[\])}]|at[- ]?(?:sign|zeichen)|klammeraffe)$/i
const DOT_ALT = /^(?:\.|[[({]?\s*(?:dot|punkt)\s*[\])}]?)$/i
/** Bounds the input of the patterns. */
const MAX_ALT_LENGTH = 40
const AT_FILE =
  /(?:^|\/)(?:at|ät|arobase|arroba|klammeraffe|at[-_]?sign|at[-_]?zeichen)\.(?:gif|png|jpe?g|svg|webp)$/i

/** `info<img alt="@" src="at.gif">oak.com`. Images of whole addresses aren't read. */
export const imageAt: Technique = {
  name: 'image-at',
  confidence: 0.75,
  reveal({ name, attributes }) {
    if (name !== 'img') return undefined
    const { src = '' } = attributes
    const alt = (attributes.alt ?? '').trim()
    if (alt.length > MAX_ALT_LENGTH) return undefined
    if (DOT_ALT.test(alt)) return '.'
    return AT_ALT.test(alt) || (alt === '' && AT_FILE.test(src)) ? '@' : undefined
  },
}
