import { type Html, html } from '../site/html.ts'
import type { Frame, NavItem } from './frame.ts'

/** The main menu as a list. */
export function navigation(frame: Frame): Html {
  return html`<nav aria-label="${frame.words.menu}">
<ul class="menu">
${frame.nav.map(menuItem)}
</ul>
</nav>`
}

function menuItem(item: NavItem): Html {
  return item.isCurrent
    ? html`<li><a href="${item.href}" aria-current="page">${item.label}</a></li>`
    : html`<li><a href="${item.href}">${item.label}</a></li>`
}

export function mainElement(frame: Frame): Html {
  return html`<main id="main" tabindex="-1">
${frame.main}
</main>`
}

/** The tagline under the name; on the front page it is the main heading already. */
export function tagline(frame: Frame): Html | null {
  return frame.isHome ? null : html`<p><em>${frame.tagline}</em></p>`
}
