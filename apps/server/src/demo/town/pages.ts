import { addressMarkup, addressScript } from './address-forms.ts'
import { hostName, mailAddress, phoneNumber, streetAddress, TOWN_NAME } from './demo-town.ts'
import { type Html, html } from './html.ts'
import { htmlDocument, type NavItem, palettes } from './looks.ts'
import { fullName, teamMarkup } from './people.ts'
import type { DemoSite, PageName } from './site.ts'
import type { SiteEntry, TownEntry } from './town-table.ts'
import { wordsOf } from './words.ts'

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

/** Sections of a one-page website in menu order. */
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

/** A section of a one-page website. */
interface Section {
  id: string
  label: string
  body: Html
}

function storyBody({ site, words, entry, paths }: DemoSite): Html {
  const staffRoom = paths.get('staff-room')
  return html`${site.story.map((paragraph) => html`<p>${paragraph}</p>`)}
<p>${words.since(streetAddress(entry.street))}</p>
${staffRoom ? html`<p><small><a href="${staffRoom}">Staff room (robots, please stay out)</a></small></p>` : null}`
}

function offersBody({ site, words }: DemoSite): Html {
  return html`<p>${words.offersLead}</p>
${offersTable(site.offers)}`
}

/** The first offers, with a link to the rest. */
function offersTeaser({ site, words, paths }: DemoSite): Html {
  return html`${offersTable(site.offers.slice(0, 2))}
<p><a href="${paths.get('offers') ?? '/'}">${words.more}</a></p>`
}

function offersTable(offers: SiteEntry['offers']): Html {
  return html`<table>
<tbody>
${offers.map(([what, price]) => html`<tr><th scope="row">${what}</th><td>${price}</td></tr>`)}
</tbody>
</table>`
}

function teamBody(demoSite: DemoSite, personHeading: 'h2' | 'h3'): Html | null {
  const { site, words, members, entry } = demoSite
  const markup = teamMarkup({ site, words, members, businessName: entry.name, personHeading })
  const lead = members.length > 1 ? html`<p>${words.teamLead}</p>` : null
  return (
    markup &&
    html`${lead}
${markup}`
  )
}

function contactBody(demoSite: DemoSite): Html {
  const { site, words, mailbox, paths } = demoSite
  const formAction = paths.get('thanks')
  return html`<p>${words.contactLead}</p>
<dl>
${contactDetails(demoSite)}
${mailbox ? html`<dt>${words.mail}</dt><dd>${addressMarkup(mailbox, site.form, demoSite.language)}</dd>` : null}
</dl>
${formAction ? contactForm(formAction) : null}`
}

/** Street, telephone and opening hours as definitions. */
function contactDetails({ entry, site, words }: DemoSite): Html {
  const phone = entry.phone && phoneNumber(entry.phone)
  return html`<dt>${words.address}</dt><dd>${entry.name}, ${streetAddress(entry.street)}</dd>
${phone ? html`<dt>${words.phone}</dt><dd><a href="tel:${phone.replaceAll(' ', '')}">${phone}</a></dd>` : null}
<dt>${words.hours}</dt><dd>${site.hours}</dd>`
}

function imprintBody(demoSite: DemoSite): Html {
  const { entry, site, words, members, mailbox, language } = demoSite
  const owner = members[0]
  const ownerAddress = site.peopleForm === 'imprint' && owner ? owner.email : null
  return html`<h2>${words.operator}</h2>
<p>${entry.name}<br>${streetAddress(entry.street)}</p>
${owner ? html`<p>${owner.title}: ${fullName(owner)}</p>` : null}
${ownerAddress ? html`<p>${words.mail}: ${addressMarkup(ownerAddress, site.form, language)}</p>` : null}
${!ownerAddress && mailbox ? html`<p>${words.mail}: ${addressMarkup(mailbox, site.form, language)}</p>` : null}`
}

function staffRoomBody({ entry }: DemoSite): Html {
  return html`<p>The kettle is on. Swap shifts with ${mailAddress('rota', entry.slug)} before Thursday.</p>`
}

function contactForm(action: string): Html {
  return html`<form action="${action}" method="get">
<label for="from">Your name</label>
<input id="from" name="from" autocomplete="name" required>
<label for="reply">Your e-mail address</label>
<input id="reply" name="reply" type="email" autocomplete="email" placeholder="you@yourdomain.example" required>
<label for="message">Message</label>
<textarea id="message" name="message" rows="5" required></textarea>
<p><button type="submit">Post it through the skylight</button></p>
</form>`
}

/** Shown while the website is out of order. */
export function closedForRepair(entry: TownEntry): string {
  return plainPage(
    entry,
    '503: fallen flat',
    html`<p>Our website has to prove a second time. Please try again later.</p>`,
  )
}

/** A domain dealer's page: the business has left. */
export function parkedPage(entry: TownEntry): string {
  return plainPage(
    entry,
    'This domain is for sale',
    html`<p>The domain ${entry.slug}.example is parked. Buy this domain, or browse related searches:</p>
<ul><li>Spoons</li><li>Rowing boats</li><li>Flood insurance</li></ul>`,
  )
}

function plainPage(entry: TownEntry, heading: string, body: Html): string {
  const words = wordsOf('en')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<link rel="icon" href="data:,">
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff; }</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
</main>
<footer><p><small>${words.demo(entry.name, TOWN_NAME)}</small></p></footer>
</body>
</html>
`.text
}
