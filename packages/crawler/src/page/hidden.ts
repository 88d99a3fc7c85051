import type { ElementNode } from './tree.ts'

const HIDING = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const INTERESTING = /display\s*:\s*none|visibility\s*:\s*hidden|unicode-bidi|content\s*:/gi
/** Only selectors of one class or id. A compound selector may depend on a state that shows the element. */
const SIMPLE_SELECTOR = /^\s*(?:[a-z]+)?([.#])([\w-]+)\s*$/i
const MAX_RULE = 3000
const MAX_RULES = 500

export interface StyleRules {
  hiddenClasses: Set<string>
  hiddenIds: Set<string>
  reversedClasses: Set<string>
  contents: { selector: string; content: string }[]
}

/** Reads the style rules that hide, reverse or write text. */
export function readStyles(sheets: readonly string[]): StyleRules {
  const rules: StyleRules = {
    hiddenClasses: new Set(),
    hiddenIds: new Set(),
    reversedClasses: new Set(),
    contents: [],
  }
  for (const sheet of sheets) {
    let count = 0
    let end = 0
    for (const match of sheet.matchAll(INTERESTING)) {
      if (match.index < end || count++ > MAX_RULES) continue
      const rule = ruleAround(sheet, match.index)
      if (!rule) continue
      end = rule.end
      addRule(rules, rule.selectors, rule.body)
    }
  }
  return rules
}

/** Returns the rule around a declaration. Skips @media, which applies to a device or to print only. */
function ruleAround(sheet: string, at: number): { selectors: string; body: string; end: number } | undefined {
  const open = sheet.lastIndexOf('{', at)
  const close = sheet.indexOf('}', at)
  if (open < 0 || at - open > MAX_RULE) return undefined
  const end = close < 0 ? sheet.length : close
  const before = sheet.slice(Math.max(0, open - 600), open)
  const comment = before.lastIndexOf('*/')
  const start = Math.max(
    before.lastIndexOf('}'),
    before.lastIndexOf('{'),
    before.lastIndexOf(';'),
    comment < 0 ? -1 : comment + 1,
  )
  const isNested =
    before[start] === '{' && /@(?:media|supports|container)[^{}]*$/i.test(before.slice(0, start))
  return isNested ? undefined : { selectors: before.slice(start + 1), body: sheet.slice(open + 1, end), end }
}

function addRule(rules: StyleRules, selectors: string, body: string): void {
  const content = /content\s*:\s*([^;]{1,300})/i.exec(body)?.[1]
  const reverses = isReversing(body)
  const hides = HIDING.test(body)
  if (!content && !reverses && !hides) return
  for (const selector of selectors.split(',')) {
    if (content && /:(?:before|after)/.test(selector))
      rules.contents.push({ selector: selector.trim(), content })
    const simple = SIMPLE_SELECTOR.exec(selector)
    const last = simple ?? (reverses ? /([.#])([\w-]+)\s*$/.exec(selector) : null)
    if (!last) continue
    if (hides && simple) (last[1] === '.' ? rules.hiddenClasses : rules.hiddenIds).add(last[2]!)
    if (reverses && last[1] === '.') rules.reversedClasses.add(last[2]!)
  }
}

/** True for a forced right-to-left direction: the source is written backwards. */
export function isReversing(style: string): boolean {
  return (
    /unicode-bidi\s*:\s*(?:bidi-override|isolate-override)/i.test(style) && /direction\s*:\s*rtl/i.test(style)
  )
}

export function isHidden(element: ElementNode, rules: StyleRules): boolean {
  const { style, hidden, id } = element.attributes
  if (hidden !== undefined && hidden !== 'until-found') return true
  if (style && HIDING.test(style)) return true
  if (id && rules.hiddenIds.has(id)) return true
  return rules.hiddenClasses.size > 0 && classesOf(element).some((name) => rules.hiddenClasses.has(name))
}

const OFF_SCREEN =
  /(?:left|top|text-indent)\s*:\s*-\d{3,}|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i

/** Invisible to people and screen readers: bait for robots. */
export function isTrap({ attributes }: ElementNode): boolean {
  const { style } = attributes
  return style !== undefined && attributes['aria-hidden'] === 'true' && OFF_SCREEN.test(style)
}

export function classesOf(element: ElementNode): string[] {
  return element.attributes.class?.split(/\s+/).filter(Boolean) ?? []
}
