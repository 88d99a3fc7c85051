import { type Program, parse } from 'acorn'

/** The syntax tree of a script as pages hold it: in comments for old browsers, as a module, or as neither. */
export function parseScript(code: string): Program | undefined {
  const options = {
    ecmaVersion: 'latest',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  } as const
  const clean = code
    .replace(/^\s*<!--/, '//')
    .replace(/-->\s*$/, '')
    .replace(/<!\[CDATA\[|\]\]>/g, '')
  for (const sourceType of ['script', 'module'] as const) {
    try {
      return parse(clean, { ...options, sourceType })
    } catch {
      // Not this kind of source; JSON or a template in a script element is neither.
    }
  }
  return undefined
}
