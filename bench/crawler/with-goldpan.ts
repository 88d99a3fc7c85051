import { createCrawler, noSpacing } from '../../packages/crawler/src/crawler.ts'

/** Arguments: port, first site, number of sites, sites at once. */
const [port, first, count, concurrency] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
]
const crawler = createCrawler({ connectTo: () => ({ host: '127.0.0.1', port }), spacing: noSpacing })
let next = first
let contacts = 0
const work = async (): Promise<void> => {
  while (next < first + count) {
    const site = next++
    const report = await crawler.findContacts({
      name: `Oak House ${site}`,
      website: `http://www.oakhouse${site}.com/`,
    })
    contacts += report.contacts.length
  }
}
await Promise.all(Array.from({ length: concurrency }, work))
console.log(contacts)
await crawler.close()
