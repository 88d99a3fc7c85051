import { createRequire } from 'node:module'

/** Arguments: port, first site, number of sites, sites at once, folder that Crawlee is installed in. */
const [port, first, count, concurrency] = process.argv.slice(2).map(Number)
const { CheerioCrawler, Configuration, log } = createRequire(`${process.argv[6]}/`)('@crawlee/cheerio')
log.setLevel(log.LEVELS.ERROR)
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63})+/g
const found = new Map()

const crawler = new CheerioCrawler(
  {
    minConcurrency: concurrency,
    maxConcurrency: concurrency,
    maxRequestRetries: 0,
    respectRobotsTxtFile: true,
    useSessionPool: false,
    persistCookiesPerSession: false,
    async requestHandler({ $, request, enqueueLinks }) {
      const { host } = new URL(request.url)
      const addresses = found.get(host) ?? new Set()
      found.set(host, addresses)
      $('a[href^="mailto:"]').each((_, link) => {
        addresses.add($(link).attr('href').slice(7))
      })
      for (const [address] of $('body').text().matchAll(ADDRESS)) addresses.add(address)
      await enqueueLinks({ strategy: 'same-hostname' })
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true }),
)
await crawler.run(
  Array.from({ length: count }, (_, index) => {
    const site = first + index
    return `http://127.0.${1 + Math.floor(site / 250)}.${1 + (site % 250)}:${port}/`
  }),
)
console.log([...found.values()].reduce((sum, addresses) => sum + addresses.size, 0))
process.exit(0)
