import { html } from '../site/html.ts'
import { mainElement, navigation } from './common-parts.ts'
import type { Look } from './frame.ts'
import { shopfront } from './shopfront.ts'

/** Everything on one long page, a rounded panel each; the menu jumps. */
export const onepage: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${soft}; color: ${ink}; font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
.stack { max-width: 44rem; margin: 0 auto; padding: 1rem; }
a { color: ${accent}; }
header { text-align: center; }
header .name { font-size: 1.8rem; font-weight: 800; }
.menu { justify-content: center; gap: .5rem; }
.menu a { display: inline-block; background: ${paper}; border-radius: 2rem; padding: .35rem 1rem; }
section, .alone { background: ${paper}; border-radius: 1.5rem; padding: 1rem 1.6rem; margin: 1.2rem 0; }
.card { border-top: 3px solid ${accent}; }
footer { text-align: center; }
`,
  body: (frame) => html`<div class="stack">
<header>
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${navigation(frame)}
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
</header>
${mainElement(frame)}
<footer>
${frame.notice}
</footer>
</div>`,
}
