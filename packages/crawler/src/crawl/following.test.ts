import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'

const refresh = (url: string): string =>
  `<html><head><meta http-equiv="refresh" content="0; URL=${url}"></head></html>`

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites({
    'www.framed-mill.de': {
      '/': '<html><frameset><frame src="/menu.htm"><frame src="/main.htm"></frameset></html>',
      '/menu.htm': '<a href="/i.htm">Impressum</a>',
      '/main.htm': page('Welcome'),
      '/i.htm': page('mill@framed-mill.de'),
    },
    'www.boxed-mill.de': {
      '/': page('Hi <iframe src="/box.html"></iframe>'),
      '/box.html': page('box@boxed-mill.de'),
    },
    'www.sent-on.de': {
      '/': refresh('/start/'),
      '/start/': page('', 'kontakt.html'),
      '/start/kontakt.html': page('on@sent-on.de'),
    },
    'www.script-sent.de': {
      '/': '<script>window.location.replace("/de/");</script>',
      '/de/': page('de@script-sent.de'),
    },
    'www.refreshed-away.de': {
      '/': '<html><head><meta http-equiv="refresh" content="0; url=http://www.refreshed-home.com/"></head></html>',
    },
    'www.refreshed-home.com': { '/': page('hello@refreshed-home.com') },
    'www.refreshed-to-network.de': {
      '/': '<html><head><meta http-equiv="refresh" content="0; url=http://www.instagram.com/oak"></head></html>',
    },
    'www.instagram.com': { '/oak': page('oak@instagram-page.com') },
    'www.old-name.de': { '/': { status: 301, headers: { location: 'http://www.new-name.com/' } } },
    'www.new-name.com': { '/': page('', '/contact'), '/contact': page('hello@new-name.com') },
    'www.leads-away.de': {
      '/': page('here@leads-away.de', '/contact'),
      '/contact': { status: 302, headers: { location: 'http://www.elsewhere.com/' } },
    },
    'www.elsewhere.com': { '/': page('there@elsewhere.com') },
    'www.in-circles.de': {
      '/': page('round@in-circles.de', '/contact'),
      '/contact': { status: 302, headers: { location: '/contact2' } },
      '/contact2': { status: 302, headers: { location: '/contact' } },
    },
    'www.odd-links.de': {
      '/': `<html><head><base href="http://www.odd-links.de/firm/"></head><body><map><area href="kontakt.html"></map><input type="button" onclick="location.href='laden.html'"><select onchange="location=this.value"><option value="team.html">Team</option></select></body></html>`,
      '/firm/kontakt.html': page('a@odd-links.de'),
      '/firm/laden.html': page('b@odd-links.de'),
      '/firm/team.html': page('c@odd-links.de'),
    },
    'www.umlaut-paths.de': {
      '/': `${page('')}<a href="/über-uns">Über uns</a>`,
      '/%C3%BCber-uns': page('u@umlaut-paths.de'),
    },
    'www.with-cards.de': {
      '/': `${page('Welcome', '/card.vcf', '/js/mail.js')}<script src="/js/mail.js"></script>`,
      '/card.vcf': {
        headers: { 'content-type': 'text/vcard' },
        body: 'BEGIN:VCARD\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\r\nTITLE:Head of\r\n  purchasing\r\nEMAIL:jm@with-cards.de\r\nEND:VCARD',
      },
      '/js/mail.js': {
        headers: { 'content-type': 'application/javascript' },
        body: "var u='script';document.write(u+'@'+'with-cards.de')",
      },
    },
  })
})
afterAll(() => sites.close())

test('frames and iframes are read', async () => {
  expect(emailsIn(await sites.crawl('http://www.framed-mill.de/'))).toEqual(['mill@framed-mill.de'])
  expect(emailsIn(await sites.crawl('http://www.boxed-mill.de/'))).toEqual(['box@boxed-mill.de'])
})

test('refreshes and redirecting scripts are followed', async () => {
  expect(emailsIn(await sites.crawl('http://www.sent-on.de/'))).toEqual(['on@sent-on.de'])
  expect(emailsIn(await sites.crawl('http://www.script-sent.de/'))).toEqual(['de@script-sent.de'])
})

test('a home page that redirects to a new name makes it part of the site', async () => {
  expect(emailsIn(await sites.crawl('http://www.old-name.de/'))).toEqual(['hello@new-name.com'])
})

test('later pages don’t lead to other sites, and cycles end', async () => {
  expect(emailsIn(await sites.crawl('http://www.leads-away.de/'))).toEqual(['here@leads-away.de'])
  expect(sites.asked('www.elsewhere.com')).toEqual([])
  expect(emailsIn(await sites.crawl('http://www.in-circles.de/'))).toEqual(['round@in-circles.de'])
})

test('image maps, buttons, menus and a base URL are followed', async () => {
  expect(emailsIn(await sites.crawl('http://www.odd-links.de/'))).toEqual([
    'a@odd-links.de',
    'b@odd-links.de',
    'c@odd-links.de',
  ])
})

test('paths with umlauts are requested percent-encoded', async () => {
  expect(emailsIn(await sites.crawl('http://www.umlaut-paths.de/'))).toEqual(['u@umlaut-paths.de'])
})

test('vCards and mail scripts of the site are read', async () => {
  const report = await sites.crawl('http://www.with-cards.de/')
  expect(emailsIn(report)).toEqual(['jm@with-cards.de', 'script@with-cards.de'])
  expect(report.contacts.find(({ method }) => method === 'vcard')).toMatchObject({
    first_name: 'Jörg',
    last_name: 'Müller',
    title: 'Head of purchasing',
  })
})

test('a home page that only forwards makes the new name part of the site, but not a profile', async () => {
  expect(emailsIn(await sites.crawl('http://www.refreshed-away.de/'))).toEqual(['hello@refreshed-home.com'])
  expect((await sites.crawl('http://www.refreshed-to-network.de/')).outcome).toBe('social_profile')
  expect(sites.asked('www.instagram.com')).toEqual([])
})
