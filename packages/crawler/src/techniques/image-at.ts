import type { Technique } from './technique.ts'

const AT_ALT =
  /^\s*(?:@|at|ät|[[({]\s*(?:at|ät|a|@|arobase|arroba|chiocciola)\s*[\])}]|at[- ]?(?:sign|zeichen)|klammeraffe)\s*$/i
const AT_FILE =
  /(?:^|\/)(?:at|ät|arobase|arroba|klammeraffe|at[-_]?sign|at[-_]?zeichen)\.(?:gif|png|jpe?g|svg|webp)$/i

/** `info<img alt="@" src="at.gif">oak.com`; an image of a whole address stays unread. */
export const imageAt: Technique = {
  name: 'image-at',
  confidence: 0.75,
  reveal({ name, attributes }) {
    if (name !== 'img') return undefined
    const { alt = '', src = '' } = attributes
    if (/^\s*(?:\.|[[({]?\s*(?:dot|punkt)\s*[\])}]?)\s*$/i.test(alt)) return '.'
    return AT_ALT.test(alt) || (alt.trim() === '' && AT_FILE.test(src)) ? '@' : undefined
  },
}
