import { type Program, parse } from 'acorn'
import { type Page, scriptText } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import { globalScope } from './builtins.ts'
import { Evaluator, OutOfSteps } from './evaluator.ts'
import { isClosure, type ObjectValue, type Scope, type Value } from './values.ts'

export interface FoldedText {
  text: string
  /** The script, or the element whose handler it is. */
  element: ElementNode
}

export interface Folded {
  /** Strings that scripts write, assign or hand on, as far as they can be known. */
  texts: FoldedText[]
  /** Objects that scripts assign or hand on. */
  objects: { value: ObjectValue | Value[]; element: ElementNode }[]
}

/** A script without any of these can't write an address. */
const MAY_WRITE_ADDRESS =
  /@|mailto|fromCharCode|fromCodePoint|atob\s*\(|unescape|%40|\\x40|\\u0040|\\u\{40|\\100|&#|charCodeAt|["'][^"']{0,20}mail/i
const MAX_SCRIPT = 300_000
const MAX_TEXTS = 400
const CODE_TYPE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*)$/i

/** Works out the strings of a page's inline scripts, handlers and javascript: links, without running them. */
export function foldScripts(page: Page): Folded {
  const folded: Folded = { texts: [], objects: [] }
  const scripts = page
    .byName('script')
    .filter((script) => !script.attributes.src && CODE_TYPE.test(script.attributes.type ?? ''))
  const handlers = handlersOf(page)
  const sources = scripts.map((element) => ({ element, code: scriptText(element) }))
  const useful = sources.filter(({ code }) => code.length < MAX_SCRIPT && MAY_WRITE_ADDRESS.test(code))
  if (useful.length === 0 && handlers.length === 0) return folded
  const scope = globalScope(page.url.hostname)
  for (const { element, code } of [...useful, ...handlers]) foldInto(folded, code, element, scope)
  return folded
}

/** A script file that a page loads, read on its own. */
export function foldScriptFile(code: string, element: ElementNode, hostname: string): Folded {
  const folded: Folded = { texts: [], objects: [] }
  if (code.length < MAX_SCRIPT && MAY_WRITE_ADDRESS.test(code))
    foldInto(folded, code, element, globalScope(hostname))
  return folded
}

function handlersOf(page: Page): { element: ElementNode; code: string }[] {
  const handlers: { element: ElementNode; code: string }[] = []
  for (const element of page.elements) {
    for (const name in element.attributes) {
      const value = element.attributes[name]!
      const isHandler = name.charCodeAt(0) === 111 && name.charCodeAt(1) === 110
      const isScriptLink = name === 'href' && /^\s*javascript:/i.test(value)
      if (!(isHandler || isScriptLink) || value.length > 5000 || !/["'`]/.test(value)) continue
      handlers.push({ element, code: isScriptLink ? decodeLink(value) : value })
      if (handlers.length >= 300) return handlers
    }
  }
  return handlers
}

function decodeLink(href: string): string {
  const code = href.replace(/^\s*javascript:/i, '')
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}

function foldInto(folded: Folded, code: string, element: ElementNode, scope: Scope): void {
  const program = parseScript(code)
  if (!program) return
  const known = new Set(scope.names.keys())
  const evaluator = new Evaluator((value) => {
    if (typeof value === 'string') {
      if (value.length > 5 && folded.texts.length < MAX_TEXTS) folded.texts.push({ text: value, element })
    } else if (
      typeof value === 'object' &&
      value !== null &&
      (Array.isArray(value) || value instanceof Map)
    ) {
      if (folded.objects.length < MAX_TEXTS) folded.objects.push({ value, element })
    }
  })
  try {
    evaluator.run(program.body, scope)
    for (const [name, value] of scope.names) {
      if (known.has(name)) continue
      if (isClosure(value)) evaluator.callOnce(value)
      else evaluator.report(value)
    }
  } catch (error) {
    // A script that asks for too much or nests too deep is left where it stands; what it has shown so far counts.
    if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
  }
}

function parseScript(code: string): Program | undefined {
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
