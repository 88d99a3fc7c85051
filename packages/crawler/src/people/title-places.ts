import { isRoleWord } from '../address/role-words.ts'
import { fold } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import { type ElementNode, textOf } from '../page/tree.ts'
import { isGivenName } from './given-names.ts'

/** Class names that site builders and themes use for roles. A bare 'title' may as well be the name. */
const ROLE_CLASS =
  /(?:^|[-_\s])(?:position|role|roles|rolle|job|jobtitle|job-title|funktion|function|fonction|functie|funzione|funcion|cargo|poste|ruolo|puesto|qualifica|stilling|befattning|beruf|occupation|designation|abteilung|department|tatigkeit|taetigkeit|member-title|team-title|person-title|staff-title|subtitle)(?:$|[-_\s\d])/i
const MAX_ROLE = 60
/** Larger cards may be the whole page, whose slogans have such classes too. */
const NEAR = 120

const roleElements = new WeakMap<Page, ElementNode[]>()

/** Finds an element marked as role in the person's card. */
export function titleByClass(
  page: Page,
  within: { from: number; to: number },
  mention: { from: number; to: number },
): string | undefined {
  let marked = roleElements.get(page)
  if (!marked) {
    marked = page.marked.classed.filter((element) => ROLE_CLASS.test(element.attributes.class!))
    roleElements.set(page, marked)
  }
  const { from, to } = mention
  const inside = marked.filter(
    (element) =>
      element.from >= Math.max(within.from, from - NEAR) &&
      element.to <= Math.min(within.to, to + NEAR) &&
      (element.to <= from || element.from >= to),
  )
  return inside.length <= 3 ? inside.map(roleOf).find((text) => text !== undefined) : undefined
}

function roleOf(element: ElementNode): string | undefined {
  const text = textOf(element, MAX_ROLE + 20)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,;:|–-]+$/, '')
  const isShort =
    text.length > 2 && text.length <= MAX_ROLE && !/[@\d!?]|^(?:tel|mail|e-?mail|fax)\b/i.test(text)
  return isShort && !isGivenName(text.split(' ')[0]!) ? text : undefined
}

/** Departments that role addresses are named after: 'Försäljning', 'Buchhaltung'. */
export function isDepartment(label: string): boolean {
  return (
    isRoleWord(fold(label)) &&
    !/^(?:kontakt|contact|info|mail|e-?mail|post|team|name|web|office|hotel|restaurant|home|firma|name|inbox|tel|staff|people|personal|adresse|address|welcome|willkommen|news|shop|mitglieder|members|partner)/i.test(
      label,
    )
  )
}

const MAX_LINES_UP = 12

/** A heading such as 'Verkauf' above one or more people, with no other heading in between. */
export function departmentAbove(
  page: Page,
  index: number,
  within: { from: number; to: number },
): string | undefined {
  for (let at = index - 1; at >= Math.max(0, index - MAX_LINES_UP); at--) {
    const { element, from, to } = page.blocks[at]!
    const isHeading = /^(?:h[2-6]|dt|th|summary|legend)$/.test(element.name)
    if (!isHeading && !(at === index - 1 && from >= within.from)) continue
    const text = page.text.slice(from, to).trim()
    if (text.length <= 40 && isDepartment(text)) return text
    if (isHeading) return undefined
  }
  return undefined
}
