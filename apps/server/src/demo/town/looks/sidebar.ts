import { html } from '../site/html.ts'
import { mainElement, navigation, tagline } from './common-parts.ts'
import type { Look } from './frame.ts'
import { shopfront } from './shopfront.ts'

/** A coloured column with menu and opening hours beside the text. */
export const sidebar: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${paper}; color: ${ink}; font-family: "Gill Sans", "Segoe UI", Verdana, sans-serif; }
.sheet { display: grid; grid-template-columns: minmax(13rem, 17rem) 1fr; min-height: 100vh; }
.column { background: ${ink}; color: ${paper}; padding: 1.5rem; }
.column a { color: ${soft}; }
.column .name { font-size: 1.5rem; font-weight: 700; }
.menu { flex-direction: column; gap: .5rem; }
.menu [aria-current] { border-left: .3rem solid ${soft}; padding-left: .6rem; text-decoration: none; }
.text { padding: 1.5rem clamp(1rem, 4vw, 4rem); max-width: 50rem; }
.text a { color: ${accent}; }
.card { border-left: .4rem solid ${accent}; background: ${soft}; }
footer { border-top: 1px solid ${accent}; margin-top: 3rem; }
@media (max-width: 44rem) { .sheet { grid-template-columns: 1fr; } }
`,
  body: (frame) => html`<div class="sheet">
<header class="column">
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${tagline(frame)}
${navigation(frame)}
${frame.details}
</header>
<div class="text">
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
${mainElement(frame)}
<footer>
${frame.notice}
</footer>
</div>
</div>`,
}
