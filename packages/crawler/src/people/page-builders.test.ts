import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

const D = 'linden-mill.com'

/** Local part → first name, last name, title. */
type People = Record<string, [string | null, string | null, string?]>

const cases: [string, string, People][] = [
  [
    'Wix text boxes with marks of their own',
    `<div id="comp-k1" class="wixui-rich-text"><h6><span>Rosa Weber</span></h6><p><span class="wixGuard">\u200b</span></p><p><span>Store Manager</span></p><p><a data-auto-recognition="true" href="mailto:rosa@${D}"><object>rosa@${D}</object></a></p></div>
     <div id="comp-k2" class="wixui-rich-text"><h6><span>Tim Koch</span></h6><p><span>Head Chef</span></p><p><a data-auto-recognition="true" href="mailto:tim@${D}">tim@${D}</a></p></div>`,
    { rosa: ['Rosa', 'Weber', 'Store Manager'], tim: ['Tim', 'Koch', 'Head Chef'] },
  ],
  [
    'Squarespace blocks with links instead of addresses',
    `<div class="sqs-block"><h4>Paula Grant</h4><p>Principal Designer<br><a href="mailto:paula@${D}">Email Paula</a></p></div><div class="sqs-block"><h4>Ned Flint</h4><p>Studio Assistant<br><a href="mailto:ned@${D}">Email Ned</a></p></div>`,
    { paula: ['Paula', 'Grant', 'Principal Designer'], ned: ['Ned', 'Flint', 'Studio Assistant'] },
  ],
  [
    'a Jimdo imprint of one owner',
    `<div class="j-module"><p><strong>Malerbetrieb Kern</strong></p><p>Inh. Stefan Kern</p><p>Ahornweg 4</p><p>72070 Tübingen</p><p>Mail: <a href="mailto:info@${D}">info@${D}</a></p></div>`,
    { info: ['Stefan', 'Kern'] },
  ],
  [
    'Elementor boxes with an envelope for an address',
    `<div class="elementor-widget-wrap"><h3>Carlos Vega Ruiz</h3><p>Director Comercial</p><a href="mailto:cvega@${D}"><span class="elementor-screen-only">Envelope</span></a></div><div class="elementor-widget-wrap"><h3>Lucía Mora Gil</h3><p>Jefa de Obra</p><a href="mailto:lmora@${D}"><span class="elementor-screen-only">Envelope</span></a></div>`,
    { cvega: ['Carlos', 'Vega Ruiz', 'Director Comercial'], lmora: ['Lucía', 'Mora Gil', 'Jefa de Obra'] },
  ],
  [
    'Divi members with a story',
    `<div class="et_pb_team_member_description"><h4>Björn Falk</h4><p class="et_pb_member_position">VD</p><div><p>Björn har 20 års erfarenhet.<br/>070-123 45 67<br/><a href="mailto:bjorn@${D}">bjorn@${D}</a></p></div></div>`,
    { bjorn: ['Björn', 'Falk', 'VD'] },
  ],
  [
    'elements that only a style sheet keeps apart',
    `<ul><li><span class="naam">Sanne de Wit</span><span class="functie">Tandarts</span><a href="mailto:sanne@${D}">sanne@${D}</a></li><li><span class="naam">Bas van Leeuwen</span><span class="functie">Preventieassistent</span><a href="mailto:bas@${D}">bas@${D}</a></li></ul>`,
    { sanne: ['Sanne', 'de Wit', 'Tandarts'], bas: ['Bas', 'van Leeuwen', 'Preventieassistent'] },
  ],
  [
    'tables and fonts of the nineties',
    `<table border=0><tr><td><font face=Arial><b>Familie Schuster</b><br>Dorfstrasse 12<br>A-6290 Mayrhofen<br>E-Mail: <a href="mailto:info@${D}">info@${D}</a></font></td><td><font>Hausherr: Johann Schuster</font></td></tr></table>`,
    { info: ['Johann', 'Schuster'] },
  ],
  [
    'French legal mentions with a host and a maker',
    `<html lang=fr><body><h1>Mentions légales</h1><p>Éditeur : SARL Le Four à Bois<br>Siège : 12 rue Victor Hugo, 69002 Lyon<br>Directrice de la publication : Mme Claire Fontanel<br>Courriel : contact@${D}</p><h2>Hébergement</h2><p>OVH, 2 rue Kellermann, support@ovh.com</p><h2>Conception</h2><p>Agence Pixel Bleu – bonjour@pixelbleu.fr</p></body></html>`,
    { contact: ['Claire', 'Fontanel'] },
  ],
  [
    'honours and degrees behind names',
    `<article><h3>Sir Anthony Pell KC</h3><p>Senior Partner</p><p>E: <a href="mailto:apell@${D}">apell@${D}</a></p></article><div><h2>Priya Raman, MD</h2><h4>Family Medicine</h4><p>praman@${D}</p></div>`,
    { apell: ['Anthony', 'Pell', 'Senior Partner'], praman: ['Priya', 'Raman', 'Family Medicine'] },
  ],
  [
    'a given name alone in a sentence',
    `<p>For weddings write to Hannah at <a href="mailto:hannah@${D}">hannah@${D}</a>, for everything else to <a href="mailto:hello@${D}">hello@${D}</a>.</p>`,
    { hannah: ['Hannah', null], hello: [null, null] },
  ],
  [
    'a table of labels and values',
    `<table><tr><th>Praxisinhaber</th><td>Dr. med. vet. Jens Ohlsen</td></tr><tr><th>E-Mail</th><td>praxis@${D}</td></tr></table>`,
    { praxis: ['Jens', 'Ohlsen', 'Praxisinhaber'] },
  ],
]

test.each(cases)('people are found in %s', (_name, html, people) => {
  const contacts = contactsOf(html, `http://www.${D}/`)
  expect(contacts.map(({ email }) => email.split('@')[0]).sort()).toEqual(Object.keys(people).sort())
  for (const [local, [first, last, title]] of Object.entries(people)) {
    const contact = contacts.find(({ email }) => email === `${local}@${D}`)
    expect([contact?.first_name, contact?.last_name]).toEqual([first, last])
    if (title) expect(contact?.title).toBe(title)
  }
})

test('the main number goes to the general address, not the mobile number next to it', () => {
  const [contact] = contactsOf(
    `<html lang=it><body><p>Il Noceto<br>Tel. 0577 123456 - Cell. 333 1234567<br>info@${D}</p></body></html>`,
    `http://www.${D}/`,
  )
  expect(contact?.phone).toBe('+390577123456')
})
