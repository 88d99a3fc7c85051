import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

const own = '<p>info@oakfield-bakery.com</p>'
const onlyOwn = (html: string): void =>
  expect(emailsOf(`<body>${html}${own}</body>`)).toEqual(['info@oakfield-bakery.com'])

test('file names and package versions are not addresses', () => {
  onlyOwn(
    '<img src="logo@2x.png" srcset="hero@3x.jpeg"><p>npm i vue@3.4.21 style@main.css icon@2x.webp</p><script src="https://cdn/bootstrap@5.3.3/b.js"></script>',
  )
})

test('placeholders in eight languages are not addresses', () => {
  onlyOwn(
    '<p>you@yourdomain.com name@domain.de john.doe@email.com max@mustermann.de empfaenger@beispiel.org info@company.com ihre-email@ihre-domain.de votre@domaine.fr nombre@ejemplo.com tuo@esempio.it naam@voorbeeld.nl imie@przyklad.pl</p><input placeholder="jane@oakfield-bakery.com"><p>vorname.nachname@oakfield-bakery.com firstname.lastname@oakfield-bakery.com</p>',
  )
})

test('a theme’s demo address is not the business’s', () => {
  onlyOwn(
    '<div>Lorem ipsum <a href="mailto:support@themeforge-demo.com">support@themeforge-demo.com</a></div><div>+01 123 444 555 hello@pretty-theme.com</div>',
  )
})

test('telemetry keys, hashes and message ids are not addresses', () => {
  onlyOwn(
    '<script>x("https://4f1c9e77d0a84b6db6a5f3b1c2e8d9aa@o1.ingest.sentry.io/5")</script><p>3f2504e04f8911d39a0c0305e82c3301@oakfield-bakery.com 20240101120000.abc@mail.oakfield-bakery.com</p>',
  )
})

test('shell commands, profiles, maps and other protocols are not addresses', () => {
  onlyOwn(
    '<p>ssh root@server.oakfield-bakery.com git@github.com:oak/x https://user:secret@oakfield-bakery.com/p @oak@mastodon.social https://medium.com/@oak https://www.google.com/maps/@52.5,13.4,15z xmpp:a@jabber.oakfield-bakery.com</p>',
  )
})

test('addresses that nobody reads are rejected', () => {
  onlyOwn(
    '<p>noreply@oakfield-bakery.com no-reply@oakfield-bakery.com newsletter-noreply@oakfield-bakery.com mailer-daemon@oakfield-bakery.com bounce@oakfield-bakery.com unsubscribe@oakfield-bakery.com</p>',
  )
})

test('the maker, host or photographer of the website is not the business', () => {
  onlyOwn(
    '<footer>Webdesign: <a href="mailto:hi@pixelhaus.de">Pixelhaus</a></footer><p>Konzept &amp; Umsetzung<br>Agentur Nord<br>werk@agentur-nord.de</p><p>Photos: Lena Licht, lena@lichtbild.at</p><p>Hébergement : OctoServe, abuse@octoserve.net</p><p>Realizzazione: info@webstudio.it</p><p>Site réalisé par agence@webocc.fr</p>',
  )
})

test('visitors, link lists and authorities are not the business', () => {
  onlyOwn(
    '<blockquote>Great! <cite>Bob, bob@somewhere-else.com</cite></blockquote><ol class="comment-list"><li>kim@kims-place.com, jo@gmail.com</li></ol><h2>Links</h2><p>post@nachbar-hof.de</p><h2>Datenschutz</h2><p>Aufsichtsbehörde: poststelle@ldi.nrw.de</p><h2>Kontakt</h2>',
  )
})

test('ordinary words in addresses are kept', () => {
  onlyOwn(
    `<p>a..b@oakfield-bakery.com d.@oakfield-bakery.com e@-bad-.com g@nosuffix ${'x'.repeat(70)}@oakfield-bakery.com i@${'y'.repeat(70)}.com</p>`,
  )
})

test('other domains are kept if nothing speaks against them: free mail, sister companies', () => {
  const contacts = contactsOf(
    '<p>Owner: Max Hale, maxhale77@gmail.com</p><p>Rooms: booking@oakfieldhotel.com</p>',
  )
  expect(contacts.map(({ email }) => email).sort()).toEqual([
    'booking@oakfieldhotel.com',
    'maxhale77@gmail.com',
  ])
  expect(contacts.find(({ email }) => email.startsWith('booking'))!.reasons).toContain('on another domain')
})

test('certified mail is kept with a low confidence', () => {
  const pec = contactsOf('<p>PEC: oakfield@pec.it</p>')[0]!
  expect(pec.reasons).toContain('certified mail')
  expect(pec.confidence).toBeLessThan(0.6)
})

test('a business’s trade is not a credit for others', () => {
  expect(emailsOf('<p>Hochzeitsfotografie in Bremen. Schreiben Sie an foto.lena@gmx.de</p>')).toEqual([
    'foto.lena@gmx.de',
  ])
  expect(emailsOf('<h2>Ihr Partner für Bad und Heizung</h2><p>kontakt@bad-hansen.com</p>')).toEqual([
    'kontakt@bad-hansen.com',
  ])
  expect(
    emailsOf(
      '<body class="page no-comments"><blockquote><p>Vorsitz: Karl Brauer, karl.brauer@t-online.de</p></blockquote></body>',
    ),
  ).toEqual(['karl.brauer@t-online.de'])
})

test('a page that lists many other businesses is a directory, whatever its name', () => {
  const shops = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<div><b>Shop ${i}</b><br>info@shop-${i}-town.com</div>`).join('')
  onlyOwn(shops(6))
  expect(emailsOf(`${own}${shops(2)}`)).toHaveLength(3)
})

test('suppliers, dealers and authors of legal texts are not the business', () => {
  onlyOwn('<h2>Our suppliers</h2><p>sales@flourmill-ltd.com</p><h2>Contact</h2>')
  onlyOwn('<h2>Händler</h2><p>post@fahrrad-krause.de</p><h2>Kontakt</h2>')
  onlyOwn('<h2>Impressum</h2><p>Rechtstexte von info@it-recht-beispielkanzlei.de</p>')
  onlyOwn('<p>Mitglied der WKO</p><p>wirtschaftskammer@wktirol.at</p>')
  onlyOwn('<p>newsletter-bounce@oakfield-bakery.com</p>')
})

test('content invisible to people and screen readers is bait for robots', () => {
  onlyOwn(
    '<div style="position:absolute;left:-9999px" aria-hidden="true"><a href="mailto:trap@oakfield-bakery.com">no</a></div>',
  )
  expect(
    emailsOf('<p style="position:absolute;left:-9999px">Read aloud only: aloud@oakfield-bakery.com</p>'),
  ).toEqual(['aloud@oakfield-bakery.com'])
})

test('a table reservation address is kept', () => {
  expect(emailsOf('<p>bar@oakfield-bakery.com</p>')).toEqual(['bar@oakfield-bakery.com'])
})

test('examples in forms and makers of cookie banners are not the business', () => {
  onlyOwn('<p>Example: jane.smith@gmail.com</p><p>z. B. anna.meier@web.de</p>')
  onlyOwn('<div id="cookie-banner">Made by <a href="mailto:info@banner-makers.com">Banner Makers</a></div>')
})
