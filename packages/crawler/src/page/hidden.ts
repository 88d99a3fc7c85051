import type { ElementNode } from './tree.ts'

const HIDING = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const RULE = /([^{}]{1,400})\{([^{}]{0,2000})\}/g
/** Only rules for one class or one id; a compound selector may depend on a state that shows the element. */
const SIMPLE_SELECTOR = /^\s*(?:[a-z]+)?([.#])([\w-]+)\s*$/i

export interface StyleRules {
  hiddenClasses: Set<string>
  hiddenIds: Set<string>
  reversedClasses: Set<string>
  /** Class → the value of `content` in its ::before or ::after rule. */
  contents: { selector: string; content: string }[]
}

/** Reads the few facts of style sheets that matter: what hides, what reverses, what writes text. */
export function readStyles(sheets: readonly string[]): StyleRules {
  const rules: StyleRules = {
    hiddenClasses: new Set(),
    hiddenIds: new Set(),
    reversedClasses: new Set(),
    contents: [],
  }
  for (const sheet of sheets) {
    if (!/none|hidden|bidi|content/i.test(sheet)) continue
    // Rules inside @media hold for a device or for print only.
    const plain = sheet
      .replace(/\/\*[^*]{0,2000}\*\//g, '')
      .replace(/@media[^{]{0,300}\{(?:[^{}]{0,2000}\{[^{}]{0,2000}\}){0,200}\s*\}/g, '')
    for (const [, selectors = '', body = ''] of plain.matchAll(RULE)) addRule(rules, selectors, body)
  }
  return rules
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

/** Right-to-left by override: the text in the source stands backwards. */
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

export function classesOf(element: ElementNode): string[] {
  return element.attributes.class?.split(/\s+/).filter(Boolean) ?? []
}
