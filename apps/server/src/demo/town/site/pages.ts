import { htmlDocument } from '../looks/document.ts'
import type { NavItem } from '../looks/frame.ts'
import { palettes } from '../looks/palettes.ts'
import { hostName, mailAddress, TOWN_NAME } from '../town-entries.ts'
import { addressScript } from './address-forms.ts'
import { type Html, html } from './html.ts'
import {
  contactBody,
  contactDetails,
  imprintBody,
  offersBody,
  offersTeaser,
  type Section,
  staffRoomBody,
  storyBody,
  teamBody,
} from './sections.ts'
import type { DemoSite, PageName } from './site.ts'

/** One page of a website, complete. */
export function renderPage(demoSite: DemoSite, page: PageName): string {
  const { entry, words } = demoSite
  const label = pageLabel(demoSite, page)
  const title = page === 'home' ? `${entry.name}, ${TOWN_NAME}` : `${label} · ${entry.name}`
  return wrapped(
    demoSite,
    page,
    title,
    page === 'home'
      ? homeMain(demoSite)
      : pageMain(label, pageBody(demoSite, page) ?? html`<p>${words.back}</p>`),
  )
}

export function renderMissingPage(demoSite: DemoSite): string {
  const { words, entry } = demoSite
  const body = html`<p>${words.missingLead}</p>
<p><a href="${demoSite.paths.get('home') ?? '/'}">${words.back}</a></p>`
  return wrapped(demoSite, null, `${words.missing} · ${entry.name}`, pageMain(words.missing, body))
}

function pageLabel({ words }: DemoSite, page: PageName): string {
  if (page === 'thanks') return 'Thank you'
  if (page === 'staff-room') return 'Staff room'
  return words[page]
}

function pageBody(demoSite: DemoSite, page: PageName): Html | null {
  switch (page) {
    case 'offers':
      return offersBody(demoSite)
    case 'about':
      return storyBody(demoSite)
    case 'team':
      return teamBody(demoSite, 'h2')
    case 'contact':
      return contactBody(demoSite)
    case 'imprint':
      return imprintBody(demoSite)
    case 'staff-room':
      return staffRoomBody(demoSite)
    case 'thanks':
      return html`<p>This is a demo, so your letter was not posted. It was a good letter, though.</p>`
    case 'home':
      return null
  }
}

function pageMain(heading: string, body: Html): Html {
  return html`<div class="alone">
<h1>${heading}</h1>
${body}
</div>`
}

function homeMain(demoSite: DemoSite): Html {
  const { site, words } = demoSite
  const welcome = html`<section>
<h1>${site.tagline}</h1>
${site.story.map((paragraph) => html`<p>${paragraph}</p>`)}
</section>`
  const sections =
    site.look === 'onepage'
      ? jumpSections(demoSite)
      : [{ id: 'offers', label: words.offers, body: offersTeaser(demoSite) }]
  return html`${welcome}
${sections.map(({ id, label, body }) => section(id, label, body))}`
}

/** The sections of a one-page website, in the order of its menu. */
function jumpSections(demoSite: DemoSite): Section[] {
  const { words } = demoSite
  const team = teamBody(demoSite, 'h3')
  return [
    { id: 'offers', label: words.offers, body: offersBody(demoSite) },
    ...(team ? [{ id: 'team', label: words.team, body: team }] : []),
    { id: 'contact', label: words.contact, body: contactBody(demoSite) },
  ]
}

function section(id: string, label: string, body: Html): Html {
  return html`<section aria-labelledby="${id}-heading" id="${id}">
<h2 id="${id}-heading">${label}</h2>
${body}
</section>`
}

function wrapped(demoSite: DemoSite, page: PageName | null, title: string, main: Html): string {
  const { entry, site, language, words, paths } = demoSite
  const script = addressScript(site.form)
  return htmlDocument({
    look: site.look,
    title,
    charset: site.behaviour === 'latin1' ? 'iso-8859-1' : 'utf-8',
    scripts: script ? [script] : [],
    frame: {
      language,
      words,
      siteName: entry.name,
      tagline: site.tagline,
      homeHref: paths.get('home') ?? '/',
      nav: menu(demoSite, page),
      main,
      details: html`<dl>
${contactDetails(demoSite)}
</dl>`,
      notice: notice(demoSite),
      palette: palettes[site.palette % palettes.length]!,
      seed: entry.slug.length + entry.name.length * 3 + site.palette,
      isHome: page === 'home',
    },
  })
}

function menu(demoSite: DemoSite, current: PageName | null): NavItem[] {
  const { paths, site } = demoSite
  const home = paths.get('home') ?? '/'
  const pages = [...paths].filter(([name]) => name !== 'thanks' && name !== 'staff-room')
  const items = pages.map(([name, href]) => ({
    label: pageLabel(demoSite, name),
    href,
    isCurrent: name === current,
  }))
  if (site.look !== 'onepage') return items
  const jumps = jumpSections(demoSite).map(({ id, label }) => ({
    label,
    href: `${home}#${id}`,
    isCurrent: false,
  }))
  return [...items.slice(0, 1), ...jumps, ...items.slice(1)]
}

const STUDIO = 'sluicebox-studio'

function notice({ entry, site, words, port }: DemoSite): Html {
  const studioMail = mailAddress('hello', STUDIO)
  const credit = site.credit
    ? html`<p><small>Webdesign: <a href="http://${hostName(STUDIO)}:${port}/">Sluicebox Studio</a>, <a href="mailto:${studioMail}">${studioMail}</a></small></p>`
    : null
  return html`<p><small>${words.demo(entry.name, TOWN_NAME)}</small></p>
${credit}`
}
