import type { Language } from '../demo-business.ts'
import type { Html } from '../site/html.ts'
import type { Words } from '../site/words.ts'
import type { Palette } from './palettes.ts'

export interface NavItem {
  label: string
  href: string
  isCurrent: boolean
}

/** Everything that a look arranges on the page. */
export interface Frame {
  language: Language
  words: Words
  siteName: string
  tagline: string
  homeHref: string
  nav: readonly NavItem[]
  main: Html
  /** Street, telephone and opening hours. */
  details: Html
  /** Says that this is a demo; stands on every page. */
  notice: Html
  palette: Palette
  /** A number that stays the same for one business: makes shopfronts differ. */
  seed: number
  isHome: boolean
}

/** One way to lay out a website. */
export interface Look {
  css(palette: Palette): string
  body(frame: Frame): Html
}
