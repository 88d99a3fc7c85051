import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import type { FastifyInstance } from 'fastify'

/** For owners of websites, at the URL in the crawler's user agent. */
function crawlerPage(operatorEmail: string): string {
  const mail = escapeHtml(operatorEmail)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>The Goldpan crawler</title><style>body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}</style></head><body><main>
<h1>The Goldpan crawler</h1>
<p>Goldpan reads a few pages of a business's website (home, contact, imprint, about, team) when one of its users wants to write to that business. It takes the contact addresses that the pages publish, with the page each was found on, and facts that the page tells about the business itself, such as its opening hours. It keeps nothing else.</p>
<h2>How it behaves</h2>
<ul><li>It obeys <code>robots.txt</code> (RFC 9309) under the name <code>Goldpan</code>, crawl delays included.</li><li>It reads at most 12 pages of a site, one at a time and with a pause between requests, also where several of its machines work, and waits or leaves when the site asks for it.</li><li>It logs in nowhere, fills in no form, solves no puzzle and does not pretend to be a browser.</li></ul>
<h2>How to keep it away</h2>
<p>Add this to your <code>robots.txt</code>:</p><pre>User-agent: Goldpan
Disallow: /</pre>
<p>Or write to the operator of this installation: <a href="mailto:${mail}">${mail}</a>. Name your domain, and it is put on a list of websites that are never read; that holds from the next request on, for every user and for all names below the domain. To be asked no more by mail, use the unsubscribe link that every message carries.</p>
</main></body></html>`
}

export function bindCrawlerPage(server: FastifyInstance, operatorEmail: string): void {
  server.get('/crawler', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(crawlerPage(operatorEmail)),
  )
}
