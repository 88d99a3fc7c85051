import type { SiteEntry } from '../demo-business.ts'
import { mailAddress, phoneNumber, streetAddress } from '../town-entries.ts'
import { addressMarkup } from './address-forms.ts'
import { type Html, html } from './html.ts'
import { fullName, teamMarkup } from './people.ts'
import type { DemoSite } from './site.ts'

/** A part of a one-page website that its menu jumps to. */
export interface Section {
  id: string
  label: string
  body: Html
}

export function storyBody({ site, words, entry, paths }: DemoSite): Html {
  const staffRoom = paths.get('staff-room')
  return html`${site.story.map((paragraph) => html`<p>${paragraph}</p>`)}
<p>${words.since(streetAddress(entry.street))}</p>
${staffRoom ? html`<p><small><a href="${staffRoom}">Staff room (robots, please stay out)</a></small></p>` : null}`
}

export function offersBody({ site, words }: DemoSite): Html {
  return html`<p>${words.offersLead}</p>
${offersTable(site.offers)}`
}

/** The first offers, with the way to the others. */
export function offersTeaser({ site, words, paths }: DemoSite): Html {
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

export function teamBody(demoSite: DemoSite, personHeading: 'h2' | 'h3'): Html | null {
  const { site, words, members, entry } = demoSite
  const markup = teamMarkup({ site, words, members, businessName: entry.name, personHeading })
  const lead = members.length > 1 ? html`<p>${words.teamLead}</p>` : null
  return (
    markup &&
    html`${lead}
${markup}`
  )
}

export function contactBody(demoSite: DemoSite): Html {
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
export function contactDetails({ entry, site, words }: DemoSite): Html {
  const phone = entry.phone && phoneNumber(entry.phone)
  return html`<dt>${words.address}</dt><dd>${entry.name}, ${streetAddress(entry.street)}</dd>
${phone ? html`<dt>${words.phone}</dt><dd><a href="tel:${phone.replaceAll(' ', '')}">${phone}</a></dd>` : null}
<dt>${words.hours}</dt><dd>${site.hours}</dd>`
}

export function imprintBody(demoSite: DemoSite): Html {
  const { entry, site, words, members, mailbox, language } = demoSite
  const owner = members[0]
  const ownerAddress = site.peopleForm === 'imprint' && owner ? owner.email : null
  return html`<h2>${words.operator}</h2>
<p>${entry.name}<br>${streetAddress(entry.street)}</p>
${owner ? html`<p>${owner.title}: ${fullName(owner)}</p>` : null}
${ownerAddress ? html`<p>${words.mail}: ${addressMarkup(ownerAddress, site.form, language)}</p>` : null}
${!ownerAddress && mailbox ? html`<p>${words.mail}: ${addressMarkup(mailbox, site.form, language)}</p>` : null}`
}

export function staffRoomBody({ entry }: DemoSite): Html {
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
