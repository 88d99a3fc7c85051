import { readMailto } from '../address/mailto.ts'
import type { Technique } from './technique.ts'

const CALL = /DeCryptX\w*\s*\(\s*(?:'|"|%27|&#0?39;)([\s\S]{6,2000}?)(?:'|"|%27|&#0?39;)/

/** WordPress CryptX: every character code plus one. Newer versions put the offset before each character. */
export const cryptx: Technique = {
  name: 'cryptx',
  confidence: 0.85,
  *find(page) {
    for (const element of page.byName('a')) {
      const code =
        CALL.exec(element.attributes.href ?? '')?.[1] ?? CALL.exec(element.attributes.onclick ?? '')?.[1]
      if (!code || page.isDropped(element)) continue
      for (const text of [shiftByOne(code), shiftByPairs(code)]) {
        const recipients = readMailto(text)
        for (const { email } of recipients) yield { email, offset: page.offsetOf(element), twin: code }
        if (recipients.length > 0) break
      }
    }
  },
}

function shiftByOne(code: string): string {
  return [...code.replace(/\\(.)/g, '$1')].map((char) => String.fromCharCode(char.charCodeAt(0) - 1)).join('')
}

function shiftByPairs(code: string): string {
  const chars = [...code.replace(/\\(.)/g, '$1')]
  if (chars.length % 2 !== 0) return ''
  let text = ''
  for (let i = 0; i < chars.length; i += 2) {
    const offset = Number(chars[i])
    if (!Number.isInteger(offset)) return ''
    text += String.fromCharCode(chars[i + 1]!.charCodeAt(0) - offset)
  }
  return text
}
