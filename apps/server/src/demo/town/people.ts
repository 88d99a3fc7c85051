import { addressMarkup } from './address-forms.ts'
import { type Html, html, jsonForScript } from './html.ts'
import type { DemoPerson, SiteEntry } from './town-table.ts'
import type { Words } from './words.ts'

export interface TeamMember extends DemoPerson {
  /** A line about the person; many have none. */
  note: string | null
}

interface TeamParts {
  site: SiteEntry
  words: Words
  businessName: string
  members: readonly TeamMember[]
  /** One level below the section's heading. */
  personHeading: 'h2' | 'h3'
}

/** The people in the form that the website uses. */
export function teamMarkup(parts: TeamParts): Html | null {
  if (parts.members.length === 0) return null
  switch (parts.site.peopleForm) {
    case 'cards':
      return html`<div class="cards">${parts.members.map((member) => card(parts, member))}</div>`
    case 'table':
      return table(parts)
    case 'list':
      return html`<ul>${parts.members.map((member) => html`<li><strong>${fullName(member)}</strong>, ${member.title}: ${address(parts, member)}</li>`)}</ul>`
    case 'definitions':
      return html`<dl>${parts.members.map((member) => html`<dt>${fullName(member)}</dt><dd>${member.title}</dd><dd>${address(parts, member)}</dd>`)}</dl>`
    case 'prose':
      return html`${parts.members.map((member) => html`<p>${parts.words.prose(fullName(member), member.title)} ${address(parts, member)}.</p>`)}`
    case 'hcard':
      return html`<div class="cards">${parts.members.map(hcard)}</div>`
    case 'microdata':
      return html`<div class="cards">${parts.members.map(microdata)}</div>`
    case 'json-ld':
      return jsonLd(parts)
    case 'vcard':
      return html`<ul>${parts.members.map((member) => vcardItem(parts.words, member))}</ul>`
    default:
      return null
  }
}

export function fullName(person: DemoPerson): string {
  return `${person.first_name} ${person.last_name}`
}

function address({ site }: TeamParts, member: TeamMember): Html {
  return addressMarkup(member.email, site.form, site.language ?? 'en')
}

function card(parts: TeamParts, member: TeamMember): Html {
  const heading =
    parts.personHeading === 'h2' ? html`<h2>${fullName(member)}</h2>` : html`<h3>${fullName(member)}</h3>`
  return html`<article class="card">
${heading}
<p>${member.title}</p>
${member.note ? html`<p><em>${member.note}</em></p>` : null}
<p>${address(parts, member)}</p>
</article>`
}

function table(parts: TeamParts): Html {
  const { words, members } = parts
  return html`<table>
<thead><tr><th scope="col">${words.name}</th><th scope="col">${words.role}</th><th scope="col">${words.mail}</th></tr></thead>
<tbody>
${members.map((member) => html`<tr><td>${fullName(member)}</td><td>${member.title}</td><td>${address(parts, member)}</td></tr>`)}
</tbody>
</table>`
}

function hcard(member: TeamMember): Html {
  return html`<div class="card vcard">
<p><strong class="fn n"><span class="given-name">${member.first_name}</span> <span class="family-name">${member.last_name}</span></strong></p>
<p class="title">${member.title}</p>
<p><a class="email" href="mailto:${member.email}">${member.email}</a></p>
</div>`
}

function microdata(member: TeamMember): Html {
  return html`<div class="card" itemscope itemtype="https://schema.org/Person">
<p><strong itemprop="name">${fullName(member)}</strong></p>
<p itemprop="jobTitle">${member.title}</p>
<p><a itemprop="email" href="mailto:${member.email}">${member.email}</a></p>
</div>`
}

function jsonLd({ businessName, members }: TeamParts): Html {
  const employee = members.map((member) => ({
    '@type': 'Person',
    name: fullName(member),
    jobTitle: member.title,
    email: `mailto:${member.email}`,
  }))
  const data = { '@context': 'https://schema.org', '@type': 'LocalBusiness', name: businessName, employee }
  return html`<ul>${members.map((member) => html`<li><strong>${fullName(member)}</strong>, ${member.title}</li>`)}</ul>
<script type="application/ld+json">${jsonForScript(data)}</script>`
}

function vcardItem(words: Words, member: TeamMember): Html {
  return html`<li><strong>${fullName(member)}</strong>, ${member.title}: <a href="${vcardPath(member)}">${words.card} (${fullName(member)})</a></li>`
}

/** URL path of a person's vCard. */
export function vcardPath(member: TeamMember): string {
  return `/cards/${member.email.split('@')[0]}.vcf`
}

/** A vCard 3.0. */
export function vcard(member: TeamMember, businessName: string): string {
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${member.last_name};${member.first_name};;;`,
    `FN:${fullName(member)}`,
    `ORG:${businessName}`,
    `TITLE:${member.title}`,
    `EMAIL;TYPE=INTERNET,WORK:${member.email}`,
    'END:VCARD',
    '',
  ].join('\r\n')
}
