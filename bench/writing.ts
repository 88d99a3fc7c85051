import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildMessage } from '@goldpan/campaign-mail/build-message'
import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import {
  type Facts,
  prepareTemplate,
  renderEmail,
} from '../apps/server/src/features/writing/writing.rules.ts'
import { compose } from '../apps/server/src/providers/text/composer.ts'
import { briefOf, knownCopies } from '../apps/server/src/providers/text/test/all-copies.ts'

/**
 * The e-mails of a campaign, rendered from its template on one core: messages a second, and the memory that is held
 * with ten times as many. The limit beside it only escapes the same values and joins the same text.
 */
const RECIPIENTS = 10_000
const ROUNDS = 9

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const { subject, body } = compose(briefOf(knownCopies[0]!), 1)
const template = prepareTemplate(subject, body)

const factsOf = (n: number): Facts => ({
  businessName: `Crumb & Sons ${n}`,
  firstName: n % 3 === 0 ? null : `Ada${n}`,
  ...{
    lastName: 'Pan',
    title: null,
    city: n % 2 === 0 ? 'Bath' : null,
    website: `https://crumb${n}.example`,
  },
  ...{ trade: n % 2 === 0 ? 'bakeries' : null, senderName: 'Robin Sample', domain: 'shop.example' },
})

/** Writes all of them, keeping none: as the worker does, which stores each batch. */
function writeAll(count: number): number {
  let length = 0
  for (let n = 0; n < count; n++) length += renderEmail(template, factsOf(n)).content.length
  return length
}

const parts = template.html.split(/(\{\{[^{}]*\}\})/)
function joinAll(count: number): number {
  let length = 0
  for (let n = 0; n < count; n++) {
    const facts = factsOf(n)
    const values = [facts.firstName ?? 'there', facts.businessName ?? '', facts.city ?? 'your area']
    let text = ''
    for (const [at, part] of parts.entries()) text += at % 2 === 0 ? part : escapeHtml(values[at % 3]!)
    length += text.length
  }
  return length
}

const perSecond = (run: (count: number) => number): number => {
  const start = process.cpuUsage()
  run(RECIPIENTS)
  const { user, system } = process.cpuUsage(start)
  return (RECIPIENTS * 1_000_000) / (user + system)
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The whole message as bytes: HTML and plain text parts, headers, footer. */
async function buildAll(count: number): Promise<number> {
  const start = process.cpuUsage()
  for (let n = 0; n < count; n++) {
    const written = renderEmail(template, factsOf(n))
    await buildMessage({
      from: { name: 'Robin Sample', address: 'robin@reply.bench.example' },
      reply_to: 'robin@reply.bench.example',
      to: { name: null, address: `ada${n}@crumb.example` },
      ...{ subject: written.subject, html: written.content, message_id: `v1.${n}@reply.bench.example` },
      envelope_from: 'b+1@reply.bench.example',
      unsubscribe_url: `https://goldpan.example/unsubscribe?token=${n}`,
      one_click_url: `https://goldpan.example/api/email/one-click/${n}`,
      ...{ postal_address: '1 Assay Lane, Goldwater', date: new Date(0) },
    })
  }
  const { user, system } = process.cpuUsage(start)
  return (count * 1_000_000) / (user + system)
}

function heldAfter(count: number): number {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  writeAll(count)
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / 1024
}

writeAll(RECIPIENTS)
joinAll(RECIPIENTS)
await buildAll(RECIPIENTS / 5)
const built: number[] = []
const written: number[] = []
const joined: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  written.push(perSecond(writeAll))
  joined.push(perSecond(joinAll))
  built.push(await buildAll(RECIPIENTS / 5))
}
const say = (value: number) => Math.round(value).toLocaleString('en')
console.log(`rendered: median ${say(median(written))} messages a second of one core's time`)
console.log(`rendered and built as bytes to send: median ${say(median(built))}`)
console.log(`only joined (the limit): median ${say(median(joined))}`)
console.log(
  `memory held after 10,000: ${say(heldAfter(10_000))} KiB, after 100,000: ${say(heldAfter(100_000))} KiB`,
)
