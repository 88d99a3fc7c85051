import { Parser } from 'htmlparser2'
import { Agent, request } from 'undici'

/** The limit: fetch and parse and look for a plain pattern, and do nothing else. */
const [port, first, count, concurrency] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
]
const dispatcher = new Agent({ connections: 1, pipelining: 1 })
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63})+/g
let next = first
let contacts = 0

async function read(url: URL, found: Set<string>): Promise<URL[]> {
  const { body, statusCode } = await request(url, { dispatcher })
  const html = await body.text()
  if (statusCode !== 200) return []
  const links: URL[] = []
  let text = ''
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a' || !href) return
      if (href.startsWith('mailto:')) found.add(href.slice(7))
      const target = URL.parse(href, url.href)
      if (target?.host === url.host) links.push(target)
    },
    ontext(part) {
      text += part
    },
  })
  parser.end(html)
  for (const [address] of text.matchAll(ADDRESS)) found.add(address)
  return links
}

async function crawl(site: number): Promise<void> {
  const home = new URL(`http://127.0.${1 + Math.floor(site / 250)}.${1 + (site % 250)}:${port}/`)
  const found = new Set<string>()
  const seen = new Set([home.href])
  await request(new URL('/robots.txt', home), { dispatcher }).then(({ body }) => body.text())
  const queue = [home]
  for (let pages = 0; queue.length > 0 && pages < 12; pages++) {
    for (const link of await read(queue.shift()!, found)) {
      if (seen.has(link.href)) continue
      seen.add(link.href)
      queue.push(link)
    }
  }
  contacts += found.size
}

const work = async (): Promise<void> => {
  while (next < first + count) await crawl(next++)
}
await Promise.all(Array.from({ length: concurrency }, work))
console.log(contacts)
await dispatcher.destroy()
