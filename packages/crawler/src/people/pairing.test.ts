import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

const D = 'oakfield-bakery.com'

/** Local part → first name, last name and, where it matters, title. */
type People = Record<string, [string | null, string | null, string?]>

const cases: [string, string | Record<string, string>, People, string?][] = [
  [
    'cards with a heading',
    `<div class=team><div class=m><h3>Rosa Delgado</h3><p>Head of sales</p><a href="mailto:rosa@${D}">Mail</a></div><div class=m><h3>Kenji Arakawa</h3><p>Pastry chef</p><a href="mailto:k.arakawa@${D}">Mail</a></div></div>`,
    { rosa: ['Rosa', 'Delgado', 'Head of sales'], 'k.arakawa': ['Kenji', 'Arakawa', 'Pastry chef'] },
  ],
  [
    'names in one row of a table, addresses in another',
    `<table><tr><td>Anna Berg</td><td>Peter Lund</td></tr><tr><td>Owner</td><td>Baker</td></tr><tr><td>first1@${D}</td><td>second2@${D}</td></tr></table>`,
    { first1: ['Anna', 'Berg', 'Owner'], second2: ['Peter', 'Lund', 'Baker'] },
  ],
  [
    'columns with pictures',
    `<table><tr><td><img alt=x></td><td><img></td><td><img></td></tr><tr><td><b>Greta Holm</b><br>Chairwoman</td><td><b>Olaf Voss</b><br>Treasurer</td><td><b>Ines Kurz</b><br>Secretary</td></tr><tr><td>chair@${D}</td><td>treasurer@${D}</td><td>secretary@${D}</td></tr></table>`,
    {
      chair: ['Greta', 'Holm', 'Chairwoman'],
      treasurer: ['Olaf', 'Voss', 'Treasurer'],
      secretary: ['Ines', 'Kurz', 'Secretary'],
    },
  ],
  [
    'a list of terms',
    `<dl><dt>Marta Nowak, Manager</dt><dd>mn@${D}</dd><dt>Igor Petrov, Driver</dt><dd>ip@${D}</dd></dl>`,
    { mn: ['Marta', 'Nowak', 'Manager'], ip: ['Igor', 'Petrov', 'Driver'] },
  ],
  [
    'headings followed by lines',
    `<div><h3>Lucy Tran</h3><p>Accountant</p><p>lucy.tran@${D}</p><h3>Omar Haddad</h3><p>IT manager</p><p>omar.haddad@${D}</p></div>`,
    { 'lucy.tran': ['Lucy', 'Tran', 'Accountant'], 'omar.haddad': ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'lines in one paragraph',
    `<p>Lucy Tran<br>Accountant<br>lt@${D}<br><br>Omar Haddad<br>IT manager<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'a title above the name',
    `<p>Accountant<br>Lucy Tran<br>lt@${D}</p><p>IT manager<br>Omar Haddad<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'titles above names in one paragraph',
    `<p>Accountant<br>Lucy Tran<br>lt@${D}<br>IT manager<br>Omar Haddad<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'a sentence',
    `<p>For orders contact our farm manager, Rosalind Petrakis, at rp@${D} or call the office.</p><p>Our chef, Tom Hale, answers at hale@${D}.</p>`,
    { rp: ['Rosalind', 'Petrakis', 'farm manager'], hale: ['Tom', 'Hale', 'chef'] },
  ],
  [
    'list items of a club',
    `<ul><li>1. Vorsitzender: Karl-Heinz Brauer, vorsitz@${D}</li><li>Kassenwartin: Ute Schäfer – kasse@${D}</li><li>Jugendwart Dirk Eßer (jugend@${D})</li></ul>`,
    {
      vorsitz: ['Karl-Heinz', 'Brauer', 'Vorsitzender'],
      kasse: ['Ute', 'Schäfer', 'Kassenwartin'],
      jugend: ['Dirk', 'Eßer', 'Jugendwart'],
    },
  ],
  [
    'the address alone',
    `<p>friedrich.lohmeyer@${D} it.service@${D} web.master@${D} team.berlin@${D} lohse.birgit@${D}</p>`,
    {
      'friedrich.lohmeyer': ['Friedrich', 'Lohmeyer'],
      'it.service': [null, null],
      'web.master': [null, null],
      'team.berlin': [null, null],
      'lohse.birgit': ['Birgit', 'Lohse'],
    },
  ],
  [
    'names on another page',
    {
      [`http://www.${D}/`]: `<p>smueller@${D} · hoegl@${D} · jfw@${D} · info@${D}</p>`,
      [`http://www.${D}/team`]: `<h1>Team</h1><ul><li>Susanne Müller, Verkauf</li><li>Veit Högl – Backstube</li><li>Jana Franziska Weiß</li></ul>`,
    },
    { smueller: ['Susanne', 'Müller', 'Verkauf'], hoegl: ['Veit', 'Högl'], info: [null, null] },
  ],
  [
    'an imprint with two managers',
    `<h1>Impressum</h1><p>Oakfield GmbH<br>Ringstr. 3<br>10115 Berlin</p><p>Geschäftsführer: Hans Huber, Petra Maier</p><p>E-Mail: info@${D}</p>`,
    { info: [null, null] },
  ],
  [
    'an imprint with one owner',
    `<h1>Impressum</h1><p>Bäckerei Oakfield<br>Inhaberin: Petra Maier<br>Ringstr. 3<br>Tel. 030 1234567<br>E-Mail: info@${D}</p>`,
    { info: ['Petra', 'Maier', 'Inhaberin'] },
  ],
  [
    'academic titles',
    `<div><strong>Dr. med. dent. Anke von der Heide, M.Sc.</strong><br>Zahnärztin<br>ah@${D}</div><div><strong>Prof. Dr.-Ing. Uwe Krall</strong><br>Leiter Labor<br>uk@${D}</div>`,
    { ah: ['Anke', 'von der Heide', 'Zahnärztin'], uk: ['Uwe', 'Krall', 'Leiter Labor'] },
  ],
  [
    'French family names in capitals',
    `<ul><li>LEFÈVRE-BRUNEL Antoine, gérant : al@${D}</li><li>Mme Sophie D’AMBROSIO – responsable accueil – sd@${D}</li><li>M. Jean-Luc Moreau, président : jlm@${D}</li></ul>`,
    {
      al: ['Antoine', 'Lefèvre-Brunel', 'gérant'],
      sd: ['Sophie', 'D’Ambrosio', 'responsable accueil'],
      jlm: ['Jean-Luc', 'Moreau', 'président'],
    },
  ],
  [
    'Spanish double names',
    `<html lang=es><p>Directora: María del Carmen Fuentes Aldama, mc@${D}</p><p>José Luis Ortega Prado, jefe de taller, jl@${D}</p><p>Ana Martín López (administración) am@${D}</p>`,
    {
      mc: ['María del Carmen', 'Fuentes Aldama', 'Directora'],
      jl: ['José Luis', 'Ortega Prado', 'jefe de taller'],
      am: ['Ana', 'Martín López', 'administración'],
    },
  ],
  [
    'Italian forms of address',
    `<p>Titolare: Geom. Luca De Santis<br>luca@${D}</p><p>Dott.ssa Chiara Bianchi, responsabile acquisti, acquisti@${D}</p>`,
    { luca: ['Luca', 'De Santis', 'Titolare'], acquisti: ['Chiara', 'Bianchi', 'responsabile acquisti'] },
  ],
  [
    'Polish forms of address',
    `<p>Właściciel: mgr inż. Zbigniew Kowalczyk<br>e-mail: zk@${D}</p><p>Kierownik sprzedaży: Anna Wójcik, sprzedaz@${D}</p>`,
    { zk: ['Zbigniew', 'Kowalczyk', 'Właściciel'], sprzedaz: ['Anna', 'Wójcik', 'Kierownik sprzedaży'] },
  ],
  [
    'Dutch particles',
    `<div><h4>Joost van 't Hof</h4><span>Eigenaar</span> <a href="mailto:joost@${D}">mail</a></div><div><h4>Anneke ter Braak</h4><span>Hoofd inkoop</span> <a href="mailto:a.terbraak@${D}">mail</a></div>`,
    { joost: ['Joost', "van 't Hof", 'Eigenaar'], 'a.terbraak': ['Anneke', 'ter Braak', 'Hoofd inkoop'] },
  ],
  [
    'Hungarian order of names',
    `<html lang=hu><p>Ügyvezető: Kovács István<br>kovacs.istvan@${D}</p><p>Nagy Éva, titkár: titkarsag@${D}</p>`,
    { 'kovacs.istvan': ['István', 'Kovács', 'Ügyvezető'], titkarsag: ['Éva', 'Nagy', 'titkár'] },
  ],
  [
    'Japanese names',
    `<html lang=ja><p>代表：山田 太郎<br>メール：yamada@${D}</p>`,
    { yamada: ['太郎', '山田'] },
  ],
  [
    'Czech degrees',
    `<p>Jednatel: Ing. Václav Dvořáček<br>vaclav.dvoracek@${D}</p>`,
    { 'vaclav.dvoracek': ['Václav', 'Dvořáček', 'Jednatel'] },
  ],
  [
    'Swedish lines',
    `<p>Platschef: Åsa Öhman, asa.ohman@${D}</p><p>VD Björn Åkerlund – bjorn@${D}</p>`,
    { 'asa.ohman': ['Åsa', 'Öhman', 'Platschef'], bjorn: ['Björn', 'Åkerlund', 'VD'] },
  ],
  [
    'a Finnish table',
    `<table><tr><th>Nimi</th><th>Tehtävä</th><th>Sähköposti</th></tr><tr><td>Päivi Mäkelä</td><td>Toimitusjohtaja</td><td>paivi.makela@${D}</td></tr></table>`,
    { 'paivi.makela': ['Päivi', 'Mäkelä', 'Toimitusjohtaja'] },
  ],
  [
    'Portuguese names',
    `<p>Gerente: João Paulo Ferreira dos Santos<br>joao@${D}</p>`,
    { joao: ['João Paulo', 'Ferreira dos Santos', 'Gerente'] },
  ],
  [
    'Danish letters',
    `<p>Indehaver: Søren Bækgaard<br>sb@${D}</p>`,
    { sb: ['Søren', 'Bækgaard', 'Indehaver'] },
  ],
  [
    'given names that nobody has heard of',
    `<div><h3>Quillon Fairbrass</h3><p>Operations manager</p><p>quillon@${D}</p></div><div><h3>Zyra Okonkwo-Pell</h3><p>Designer</p><p>zyra@${D}</p></div>`,
    { quillon: ['Quillon', 'Fairbrass', 'Operations manager'], zyra: ['Zyra', 'Okonkwo-Pell', 'Designer'] },
  ],
  [
    'a table whose header says what is what',
    `<table><tr><th>E-Mail</th><th>Name</th><th>Position</th></tr><tr><td>x1@${D}</td><td>Ella Storm</td><td>Chief tinkerer</td></tr><tr><td>x2@${D}</td><td>Noel Frost</td><td>Bean counter</td></tr></table>`,
    { x1: ['Ella', 'Storm', 'Chief tinkerer'], x2: ['Noel', 'Frost', 'Bean counter'] },
  ],
  [
    'a reviewer is nobody',
    `<div><p>orders@${D}</p><p>"Best bread ever" – Harold Finchley</p></div><div class="testimonial"><p>Lovely! Mary Poppins</p><p>events@${D}</p></div>`,
    { orders: [null, null], events: [null, null] },
  ],
  [
    'streets and hotels are nobody',
    `<p>Oakfield Bakery, 12 Victoria Park, Mount Pleasant, info@${D}</p><p>Hotel Maria Theresia, Franz Josef Platz, hello@${D}</p>`,
    { info: [null, null], hello: [null, null] },
  ],
  [
    'several names are nobody',
    `<p>Our bakers Ann Lee, Bob Roy and Cy Young answer at bakers@${D}</p>`,
    { bakers: [null, null] },
  ],
  [
    'an address of somebody else',
    `<div><h3>Maria Huber</h3><p>Owner</p><p>peter@${D}</p></div>`,
    { peter: [null, null] },
  ],
  [
    'a figure with a caption',
    `<figure><img alt="Nora Quist"><figcaption><b>Nora Quist</b> Managing Director <a href="mailto:nq@${D}">nq@${D}</a></figcaption></figure>`,
    { nq: ['Nora', 'Quist', 'Managing Director'] },
  ],
  [
    'a name as the text of the link',
    `<p>Ansprechpartner: <a href="mailto:h.lange@${D}">Heinz Lange</a></p><p>Service: <a href="mailto:service@${D}">Britta Kuhn</a></p>`,
    { 'h.lange': ['Heinz', 'Lange', 'Ansprechpartner'], service: ['Britta', 'Kuhn'] },
  ],
  [
    'dashes and bars',
    `<p>Viktor Salonen - Service manager - vs1@${D} - 503-555-0160</p><p>Carla Jung | Einkauf | einkauf@${D}</p>`,
    { vs1: ['Viktor', 'Salonen', 'Service manager'], einkauf: ['Carla', 'Jung', 'Einkauf'] },
  ],
  [
    'family name first with a comma',
    `<table><tr><td>Huber, Maria</td><td>Sekretariat</td><td>sekretariat@${D}</td></tr><tr><td>Obermeier, Franz</td><td>Hausmeister</td><td>hausmeister@${D}</td></tr></table>`,
    { sekretariat: ['Maria', 'Huber', 'Sekretariat'], hausmeister: ['Franz', 'Obermeier', 'Hausmeister'] },
  ],
  [
    'a form of address',
    `<p>Frau Kessler, Buchhaltung: buchhaltung@${D}</p><p>Ihre Ansprechpartnerin: Frau Lena Winkler, lw@${D}</p>`,
    { buchhaltung: [null, 'Kessler', 'Buchhaltung'], lw: ['Lena', 'Winkler', 'Ansprechpartnerin'] },
  ],
  [
    'capitals',
    `<div><h3>DEIRDRE O'CONNELL</h3><p>DIRECTOR</p><p>doc@${D}</p></div>`,
    { doc: ['Deirdre', "O'Connell", 'Director'] },
  ],
  [
    'a middle initial',
    `<div><h3>Harold J. Finch</h3><p>Attorney</p><p>hjf@${D}</p></div>`,
    { hjf: ['Harold', 'Finch', 'Attorney'] },
  ],
  [
    'structured data',
    `<script type="application/ld+json">{"@type":"Person","name":"Dr. Elif Yildiz","jobTitle":"Orthodontist","email":"mailto:elif@${D}"}</script>`,
    { elif: ['Elif', 'Yildiz', 'Orthodontist'] },
  ],
  [
    'a board',
    `<h2>Vorstand</h2><p>1. Vorsitzende<br>Gisela Thoma<br>Tel. 0221 4711 220<br><a href="mailto:gthoma@${D}">gthoma@${D}</a></p><p>2. Vorsitzender<br>Arno Pütz<br>Tel. 0221 4711 221<br><a href="mailto:apuetz@${D}">apuetz@${D}</a></p>`,
    { gthoma: ['Gisela', 'Thoma', 'Vorsitzende'], apuetz: ['Arno', 'Pütz', 'Vorsitzender'] },
  ],
  [
    'the address before the name',
    `<ul><li>mk@${D} – Mina Kostova, Receptionist</li><li>td@${D} – Todor Dimov, Porter</li></ul>`,
    { mk: ['Mina', 'Kostova', 'Receptionist'], td: ['Todor', 'Dimov'] },
  ],
  [
    'a label and a form of address',
    `<p>Gérante : Mme Éloïse Charpentier<br>Courriel : contact@${D}</p>`,
    { contact: ['Éloïse', 'Charpentier', 'Gérante'] },
  ],
  [
    'boxes without any mark',
    `<div class=person><div>Ruth Ames</div><div>ruth@${D}</div><div>Volunteer coordinator</div></div><div class=person><div>Sid Vane</div><div>sid@${D}</div><div>Grounds</div></div>`,
    { ruth: ['Ruth', 'Ames', 'Volunteer coordinator'], sid: ['Sid', 'Vane'] },
  ],
  [
    'a function’s address beside a person with an own one',
    `<p>Owner: Ted Moss, ted@${D}</p><p>Office: office@${D}</p>`,
    { ted: ['Ted', 'Moss', 'Owner'], office: [null, null] },
  ],
]

const fold = (text: string | null | undefined): string => (text ?? '').toLowerCase()

test.each(cases)('%s: each address gets its own person, or none', (_name, html, people) => {
  const contacts = contactsOf(html, `http://www.${D}/`)
  for (const [local, [first, last, title]] of Object.entries(people)) {
    const contact = contacts.find(({ email }) => email === `${local}@${D}`)
    expect([local, fold(contact?.first_name), fold(contact?.last_name)]).toEqual([
      local,
      fold(first),
      fold(last),
    ])
    if (title) expect(fold(contact?.title)).toContain(fold(title))
  }
})
