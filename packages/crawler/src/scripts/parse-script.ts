import { type Program, parse } from 'acorn'

/** Parses a script or module, also within comments for old browsers. Undefined if it is neither. */
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
      // Not this kind of source. JSON and templates are neither.
    }
  }
  return undefined
}
