import type { ElementNode } from './tree.ts'

const HIDING = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i
/** Rendered, but not to be seen. Much of it is for screen readers. */
const VEILING =
  /(?:^|[;{\s])(?:(?:left|right|top|text-indent|margin(?:-left|-top)?)\s*:\s*-\d{3,}|font-size\s*:\s*(?:1|0?\.\d+)p[xt]|color\s*:\s*transparent|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|transform\s*:\s*scale[xy]?\(\s*0\s*[,)]|(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?=[;!}]|$))/i
const TRANSPARENT = /(?:^|[;{\s])opacity\s*:\s*0?\.?0*\s*(?:[;!}]|$)/i
/** Text that fades or flies in is transparent at first. */
const ANIMATED = /transform|transition|animation|will-change|filter/i
const SIZELESS =
  /(?:^|[;{\s])(?:font-size\s*:\s*0*\.?0+(?:px|r?em|pt|%)?\s*(?:[;!}]|$)|font\s*:[^;}]{0,40}?(?<![\d.])0(?:px)?(?:\s*\/|\s+\w))/i
const SIZED = /font-size\s*:\s*(?:[1-9]|0?\.0*[1-9]|[a-z])/i
const INTERESTING =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|unicode-bidi|content\s*:|font(?:-size)?\s*:\s*0|opacity\s*:\s*0|(?:left|right|top|text-indent)\s*:\s*-\d{3}|color\s*:\s*transparent|clip(?:-path)?\s*:|scale[xy]?\(\s*0/gi
/** Classes by which frameworks and themes hide text, in style sheets that aren't read. */
const HIDING_CLASSES = new Set(
  'hidden hide d-none display-none is-hidden u-hidden u-hide uk-hidden ng-hide invisible is-invisible nodisplay no-display hiddenelement dn none noshow slds-hide w-condition-invisible'.split(
    ' ',
  ),
)
const VEILING_CLASSES = new Set(
  'sr-only visually-hidden visuallyhidden visually_hidden screen-reader-text screen-reader-only screenreader-only screenreader reader-only element-invisible assistive-text a11y-hidden is-sr-only u-sr-only vh offscreen off-screen opacity-0 text-transparent scale-0 show-for-sr aural hidden-visually hide-text text-hide accessibility accessible-hide cdk-visually-hidden slds-assistive-text usa-sr-only govuk-visually-hidden wp-block-screen-reader-text'.split(
    ' ',
  ),
)
/** `d-none d-md-inline`, `hidden lg:block`, `sr-only focus:not-sr-only`: shown on some devices, or in some state. */
const SHOWING_CLASS =
  /^(?:\w+:(?:block|inline|flex|grid|visible|contents|table|not-sr-only|opacity-(?!0$))|d-\w+-(?!none)|visible-|show-for-|uk-visible)/
/** Only selectors of one class or id. A compound selector may depend on a state that shows the element. */
const SIMPLE_SELECTOR = /^\s*(?:[a-z]+)?([.#])([\w-]+)\s*$/i
const MAX_RULE = 3000
const MAX_RULES = 1500
const MAX_UNSEEN = 200

export interface StyleRules {
  hiddenClasses: Set<string>
  hiddenIds: Set<string>
  reversedClasses: Set<string>
  /** Classes and ids of text that is rendered, but not to be seen: '.clip', '#bait'. */
  veiling: Set<string>
  /** Classes and ids with a font size of 0. */
  sizeless: Set<string>
  /** Selectors of several steps that hide or veil: ['.mail', 'i']. Elements may show in some state all the same. */
  unseen: (readonly string[])[]
  contents: { selector: string; content: string }[]
  /** The style sheets themselves. */
  sheets: readonly string[]
}

/** Reads the style rules that hide, reverse or write text. */
export function readStyles(sheets: readonly string[]): StyleRules {
  const rules: StyleRules = {
    hiddenClasses: new Set(),
    hiddenIds: new Set(),
    reversedClasses: new Set(),
    veiling: new Set(),
    sizeless: new Set(),
    unseen: [],
    contents: [],
    sheets,
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
  const veils = isVeiling(body)
  const shrinks = SIZELESS.test(body)
  if (!content && !reverses && !hides && !veils && !shrinks) return
  for (const selector of selectors.split(',')) {
    if (content && /:(?:before|after)/.test(selector))
      rules.contents.push({ selector: selector.trim(), content })
    const simple = SIMPLE_SELECTOR.exec(selector)
    if (!simple && (hides || veils || shrinks)) addSteps(rules, selector)
    const last = simple ?? (reverses ? /([.#])([\w-]+)\s*$/.exec(selector) : null)
    if (!last) continue
    if (hides && simple) (last[1] === '.' ? rules.hiddenClasses : rules.hiddenIds).add(last[2]!)
    if (veils && simple) rules.veiling.add(`${last[1]}${last[2]}`)
    if (shrinks && simple) rules.sizeless.add(`${last[1]}${last[2]}`)
    if (reverses && last[1] === '.') rules.reversedClasses.add(last[2]!)
  }
}

const STEP = /^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+)*$/i

function addSteps(rules: StyleRules, selector: string): void {
  const steps = selector.trim().split(/[\s>]+/)
  if (rules.unseen.length < MAX_UNSEEN && steps.length <= 4 && steps.every((step) => STEP.test(step)))
    rules.unseen.push(steps)
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

/** True for a class such as 'd-none' on a piece of a line. A block with such a class is mostly shown later. */
export function hasHidingClass(element: ElementNode): boolean {
  return element.isInline && hasClassOf(element, HIDING_CLASSES)
}

/** True for text that people can't see but screen readers may read out. */
export function isVisuallyHidden(element: ElementNode, rules: StyleRules): boolean {
  const { style } = element.attributes
  return (
    (style !== undefined && isVeiling(style)) ||
    isNamedIn(rules.veiling, element) ||
    hasClassOf(element, VEILING_CLASSES) ||
    rules.unseen.some((steps) => matchesSteps(element, steps))
  )
}

function matchesSteps(element: ElementNode, steps: readonly string[]): boolean {
  if (!matchesStep(element, steps.at(-1)!)) return false
  let left = steps.length - 2
  for (let at = element.parent; at && left >= 0; at = at.parent) if (matchesStep(at, steps[left]!)) left--
  return left < 0
}

function matchesStep(element: ElementNode, step: string): boolean {
  const [name = '', ...marks] = step.split(/(?=[.#])/)
  const all = /^[.#]/.test(name) ? [name, ...marks] : marks
  if (!/^[.#]/.test(name) && name !== '' && element.name !== name.toLowerCase()) return false
  return all.every((mark) =>
    mark.startsWith('.')
      ? classesOf(element).includes(mark.slice(1))
      : element.attributes.id === mark.slice(1),
  )
}

/** Invisible to people and screen readers: bait for robots. */
export function isTrap(element: ElementNode, rules: StyleRules): boolean {
  const { style = '', 'aria-hidden': isSilent } = element.attributes
  return isSilent === 'true' && (SIZELESS.test(style) || isVisuallyHidden(element, rules))
}

/** Own font size: 0, another one, or undefined. */
export function fontSizeOf(element: ElementNode, rules: StyleRules): 'none' | 'some' | undefined {
  const { style = '' } = element.attributes
  if (SIZELESS.test(style)) return 'none'
  if (SIZED.test(style)) return 'some'
  return isNamedIn(rules.sizeless, element) ? 'none' : undefined
}

/** True if another rule shows an element that is hidden at first: a tab, a menu, a dialog. */
export function isToggled({ attributes: { id, class: classes } }: ElementNode, rules: StyleRules): boolean {
  const names = [
    ...(id ? [`#${id}`] : []),
    ...(classes?.split(/\s+/).filter(Boolean) ?? []).map((name) => `.${name}`),
  ]
  return names.some((name) => {
    if (!rules.hiddenIds.has(name.slice(1)) && !rules.hiddenClasses.has(name.slice(1))) return false
    const shown = new RegExp(
      `${name.replace(/[^\w-]/g, '\\$&')}(?![\\w-])[^{},]{0,80}\\{[^}]{0,500}(?:display\\s*:\\s*(?!none)|visibility\\s*:\\s*visible)`,
      'i',
    )
    return rules.sheets.some((sheet) => shown.test(sheet))
  })
}

function isVeiling(style: string): boolean {
  return VEILING.test(style) || (TRANSPARENT.test(style) && !ANIMATED.test(style))
}

function isNamedIn(names: ReadonlySet<string>, element: ElementNode): boolean {
  if (names.size === 0) return false
  const { id } = element.attributes
  return (id !== undefined && names.has(`#${id}`)) || classesOf(element).some((name) => names.has(`.${name}`))
}

function hasClassOf(element: ElementNode, names: ReadonlySet<string>): boolean {
  if (!element.attributes.class) return false
  const classes = classesOf(element)
  return (
    classes.some((name) => names.has(name.toLowerCase())) && !classes.some((name) => SHOWING_CLASS.test(name))
  )
}

export function classesOf(element: ElementNode): string[] {
  return element.attributes.class?.split(/\s+/).filter(Boolean) ?? []
}
