import { html } from '../site/html.ts'
import { mainElement, navigation, tagline } from './common-parts.ts'
import type { Look } from './frame.ts'
import { shopfront } from './shopfront.ts'

/** Dark paper, a very large name, the menu along the top edge. */
export const poster: Look = {
  css: ({ paper, ink, soft }) => `
body { background: ${ink}; color: ${paper}; font-family: "Futura", "Century Gothic", "Avenir Next", sans-serif; }
a { color: ${soft}; }
.wall { max-width: 64rem; margin: 0 auto; padding: 1rem clamp(1rem, 5vw, 4rem); }
.menu { gap: .4rem 1.6rem; letter-spacing: .08em; }
.menu [aria-current] { border-bottom: 3px solid ${soft}; text-decoration: none; }
.shout { font-size: clamp(2.2rem, 8vw, 5.5rem); line-height: 1; font-weight: 800; margin: 2rem 0 .5rem; }
.shout a { text-decoration: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; }
.card { border: 2px solid ${soft}; }
th { border-bottom: 2px solid ${soft}; }
footer { border-top: 2px solid ${soft}; margin-top: 3rem; }
`,
  body: (frame) => html`<div class="wall">
<header>
${navigation(frame)}
<p class="shout"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${tagline(frame)}
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
</header>
${mainElement(frame)}
<footer>
${frame.details}
${frame.notice}
</footer>
</div>`,
}
