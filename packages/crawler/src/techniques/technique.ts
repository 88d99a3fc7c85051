import type { StyleRules } from '../page/hidden.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'

export interface StructuredPerson {
  name?: string
  first_name?: string
  last_name?: string
  title?: string
  phone?: string
}

export interface Sighting {
  /** As found, not validated. Empty for a person without an address. */
  email: string
  /** Offset in the page's text, or -1 if it isn't visible there. */
  offset: number
  person?: StructuredPerson
  /** Visible text that only looks like an address: ROT13, reversed, shifted. */
  twin?: string
}

/**
 * One way in which websites show or hide an address. `find` reads a page. `reveal` returns the visible text of an
 * element, which then becomes part of the page's text.
 */
export interface Technique {
  /** Stored with each contact as `method`. */
  name: string
  /** Base confidence in an address found this way: 0 to 1. */
  confidence: number
  find?(page: Page): Iterable<Sighting>
  reveal?(element: ElementNode, styles: StyleRules): string | undefined
}
