import { html } from '../site/html.ts'
import { mainElement, navigation } from './common-parts.ts'
import type { Look } from './frame.ts'
import { shopfront } from './shopfront.ts'

/** A striped awning over a friendly column. */
export const awning: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${paper}; color: ${ink}; font-family: "Trebuchet MS", "Segoe UI", sans-serif; }
a { color: ${accent}; }
.stripes { height: 2.2rem; background: repeating-linear-gradient(90deg, ${accent} 0 2.2rem, ${soft} 2.2rem 4.4rem); border-radius: 0 0 1.1rem 1.1rem; }
.wrap { max-width: 46rem; margin: 0 auto; padding: 0 1.2rem; }
header .name { font-size: 1.6rem; font-weight: 700; }
.menu { gap: .4rem 1.4rem; }
.menu [aria-current] { font-weight: 700; text-decoration: none; }
.card { background: ${soft}; border-radius: 1rem; }
footer { background: ${soft}; margin-top: 3rem; }
`,
  body: (frame) => html`<header>
<div class="stripes"></div>
<div class="wrap">
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${navigation(frame)}
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
</div>
</header>
<div class="wrap">
${mainElement(frame)}
</div>
<footer><div class="wrap">
${frame.details}
${frame.notice}
</div></footer>`,
}
