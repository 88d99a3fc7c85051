import { type ElementNode, scriptText } from '../page/tree.ts'
import { globalScope } from './builtins.ts'
import { Evaluator } from './evaluator.ts'
import { parseScript } from './parse-script.ts'
import { isClosure, type ObjectValue, OutOfSteps, type Scope, type Value } from './values.ts'

export interface FoldedText {
  text: string
  /** The script, or the element with the handler. */
  element: ElementNode
}

export interface Folded {
  /** Strings that scripts write, assign or pass on, with GAP for unknown parts. */
  texts: FoldedText[]
  /** JSON of scripts that consist only of `window.x = {…}`. */
  states: { value: unknown; element: ElementNode }[]
  /** Objects that scripts assign or pass on. */
  objects: { value: ObjectValue | Value[]; element: ElementNode }[]
}

export interface PageCode {
  hostname: string
  scripts: readonly ElementNode[]
  links: readonly ElementNode[]
  /** Elements with an `on…` attribute. */
  handlers: readonly ElementNode[]
}

interface Source {
  element: ElementNode
  code: string
}

/** Scripts without a match can't write an address, except short decoders. */
const SHOWS_ADDRESS =
  /[\w.'"`]@(?:['"`]|[\w-]{1,60}(?:\.|['"`]))|mailto|["'`]@["'`]|%40|\\x40|\\u0040|\\u\{40|\\100|&#(?:64|x40)|&commat|bWFpbHRv/i
const DECODES =
  /fromCharCode|fromCodePoint|atob\s*\(|unescape\s*\(\s*(?!["']%3Cscript)|charCodeAt|reverse\(\)|\.join\(|\beval\s*\(/i
const MAX_DECODER = 12_000
const MAX_SCRIPT = 300_000
const MAX_TEXTS = 400
const CODE_TYPE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*)$/i

function mayWriteAddress(code: string): boolean {
  if (code.length < MAX_DECODER && DECODES.test(code)) return true
  return code.length < MAX_SCRIPT && SHOWS_ADDRESS.test(code)
}

/** Evaluates a page's inline scripts, handlers and `javascript:` links. */
export function foldScripts({ hostname, scripts, links, handlers }: PageCode): Folded {
  const folded: Folded = { texts: [], states: [], objects: [] }
  const inline = scripts
    .filter(({ attributes }) => !attributes.src && CODE_TYPE.test(attributes.type ?? ''))
    .map((element) => ({ element, code: scriptText(element) }))
    .filter(({ code }) => mayWriteAddress(code))
  const sources = [...inline, ...handlerCode(handlers, links)]
  if (sources.length === 0) return folded
  const scope = globalScope(hostname)
  for (const { element, code } of sources) foldInto(folded, code, element, scope)
  return folded
}

/** Evaluates a script file by itself. */
export function foldScriptFile(code: string, element: ElementNode, hostname: string): Folded {
  const folded: Folded = { texts: [], states: [], objects: [] }
  if (mayWriteAddress(code)) foldInto(folded, code, element, globalScope(hostname))
  return folded
}

const MAX_HANDLERS = 300

function handlerCode(handlers: readonly ElementNode[], links: readonly ElementNode[]): Source[] {
  const found: Source[] = []
  for (const element of handlers) {
    for (const name in element.attributes) {
      if (/^on/.test(name)) found.push({ element, code: element.attributes[name]! })
    }
  }
  for (const element of links) {
    const { href = '' } = element.attributes
    if (/^\s*javascript:/i.test(href)) found.push({ element, code: decodeLink(href) })
  }
  return found.filter(({ code }) => code.length < 5000 && /["'`]/.test(code)).slice(0, MAX_HANDLERS)
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
  const state = readState(code)
  if (state !== undefined) {
    folded.states.push({ value: state, element })
    return
  }
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
    evaluator.report(evaluator.written)
    for (const [name, value] of scope.names) {
      if (known.has(name)) continue
      if (isClosure(value)) evaluator.callOnce(value)
      else evaluator.report(value)
    }
  } catch (error) {
    // Keep the results of a script that takes too many steps or nests too deep.
    if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
  }
}

const STATE = /^\s*(?:var |let |const )?[\w.$]{1,80}(?:\[["'][\w.$-]{1,60}["']\])?\s*=\s*(?=[{[])/

function readState(code: string): unknown {
  const head = STATE.exec(code)
  if (!head) return undefined
  try {
    return JSON.parse(code.slice(head[0].length).replace(/;?\s*$/, ''))
  } catch {
    // Not JSON, so it is parsed as a script.
    return undefined
  }
}
