import type { StyleRules } from '../page/hidden.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'

/** What the same object of structured data says of the person who owns an address. */
export interface StructuredPerson {
  name?: string
  first_name?: string
  last_name?: string
  title?: string
  phone?: string
}

export interface Sighting {
  /** As found; the validator decides whether it is an address. Empty for a person without one. */
  email: string
  /** Offset in the page's text that the reader would point at; -1 where the page shows nothing. */
  place: number
  person?: StructuredPerson
  /** Text that a person sees for it and that only looks like an address: rot13, reversed, shifted. */
  twin?: string
}

/**
 * One way in which websites show or hide an address. `find` reads the page; `reveal` says what a reader
 * sees in place of an element, and the text around it is then read with it.
 */
export interface Technique {
  /** Stored with each contact as `method`. */
  name: string
  /** Confidence in an address found so, before anything else is known: 0 to 1. */
  confidence: number
  find?(page: Page): Iterable<Sighting>
  reveal?(element: ElementNode, styles: StyleRules): string | undefined
}
