import type { APIRequestContext } from '@playwright/test'

const PROSPECTS = 10_000
const BUSINESSES = 10_000
/** Emails left on a free plan after the sample campaign. */
const WRITTEN_TO = 30

/** Difficult names: short, very long, unbreakable, right-to-left. */
const NAMES = [
  ['Bo', 'Ek', 'Ek AB'],
  [
    'Maximiliane-Alexandrine Wilhelmina',
    'von Hohenzollern-Sigmaringen und zu Liechtenstein',
    'Zahnarztpraxis Dr. Hildegard von Hohenzollern-Sigmaringen und Partner, Vaduz und Schaan',
  ],
  ['فاطمة', 'عبد الرحمن', 'مخبز الشرق للخبز والحلويات'],
  ['דוד', 'בן־גוריון', 'מאפיית השקד'],
  ['Søren', 'Ærø', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'],
  ['李', '小龙', '金盘面包店'],
] as const

/** Difficult replies: a word, a letter, right-to-left, unbreakable. */
const REPLIES = [
  'No.',
  `${'Thank you for writing. We have been with the same roastery for eleven years and are happy there, but my sister-in-law opens a second house in Schaan in spring and looks for coffee, grinders and somebody who repairs both. '.repeat(4)}\n\nKind regards\nMaximiliane-Alexandrine`,
  'شكرا على رسالتكم. من فضلكم اتصلوا بي يوم الثلاثاء على الرقم ‎+423 232 11 11 قبل الظهر.',
  'תודה רבה! אפשר לקבל הצעת מחיר עבור 12 ק״ג?',
  `Siehe https://www.example/${'sehr-langer-pfad-ohne-ende/'.repeat(12)}`,
  '请下周二来我们店里。',
] as const

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const linesOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quote).join(','))
const times = <Row>(count: number, row: (index: number) => Row) =>
  Array.from({ length: count }, (_, n) => row(n))

function prospectsFile(): string {
  const rows = times(PROSPECTS, (index) => {
    const [first, last, business] = NAMES[index % NAMES.length]!
    const mailbox = index % 7 === 0 ? `a.very.long.mailbox.name.that.goes.on.and.on.${index}` : `p${index}`
    const host = index % 7 === 0 ? 'an-equally-long-domain-name' : 'many'
    const phone = index % 3 === 0 ? `+423 232 ${String(index).padStart(5, '0')}` : ''
    const title = index % 4 === 0 ? 'Deputy Managing Director of Purchasing, Logistics and Catering' : ''
    return [`${mailbox}@${host}.example`, first, last, business, phone, title]
  })
  return ['Email,First name,Last name,Business,Phone,Title', ...linesOf(rows)].join('\n')
}

function businessesFile(count: number): string {
  const rows = times(count, (index) => [
    `${NAMES[index % NAMES.length]![2]} ${index}`,
    index % 5 === 0
      ? `${index} Upper Mill Lane at the Old Assay Office, Third Courtyard on the Left, 9490 Goldwater, Principality of Liechtenstein`
      : `${index} Upper Mill Lane, 9490 Goldwater`,
    `https://shop-${index}.example`,
    index % 2 === 0 ? `+423 232 ${String(index).padStart(5, '0')}` : '',
  ])
  return ['Business name,Address,Website,Phone', ...linesOf(rows)].join('\n')
}

/** Fills an account with maximal lists and with names that break layouts. */
export async function fillLongLists(api: APIRequestContext, url: string): Promise<void> {
  const long = { api, url }
  await importFile(long, 'prospects', prospectsFile(), null)
  for (const [, , name] of [NAMES[0], NAMES[2], NAMES[4]])
    await importFile(long, 'businesses', businessesFile(6), name)
  await importFile(long, 'businesses', businessesFile(BUSINESSES), `${NAMES[1][2]} and 9,999 more`)
  await hearFromMany(long)
  for (const [, , name] of [NAMES[0], NAMES[2], NAMES[4]]) await writeCampaign(long, name)
  const campaign = await writeCampaign(long, NAMES[1][2])
  await post(long, `/api/campaigns/${campaign}/prospects`, { matching: { filter: {}, except: [] } })
  await post(long, `/api/campaigns/${campaign}/generate`, {})
}

interface Account {
  api: APIRequestContext
  url: string
}

async function post({ api, url }: Account, path: string, data: object) {
  const answer = await api.post(url + path, { data, timeout: 300_000 })
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  const text = await answer.text()
  return text ? JSON.parse(text) : undefined
}

const get = async ({ api, url }: Account, path: string) => (await api.get(url + path)).json()

async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 300))
}

async function writeCampaign(account: Account, name: string): Promise<string> {
  const marketing_copy = NAMES.map((one) => one.join(' ')).join('. ')
  return (await post(account, '/api/campaigns', { name, marketing_copy })).id
}

/** Sends a campaign and receives replies. */
async function hearFromMany(account: Account): Promise<void> {
  const campaign = await writeCampaign(account, 'Sent to some of them')
  const prospects: { id: string }[] = await get(account, `/api/prospecting/prospects?limit=${WRITTEN_TO}`)
  const ids = prospects.slice(0, WRITTEN_TO).map(({ id }) => id)
  await post(account, `/api/campaigns/${campaign}/prospects`, { prospects: ids })
  await post(account, `/api/campaigns/${campaign}/generate`, {})
  await post(account, `/api/campaigns/${campaign}/send`, { resend: false })
  await until(async () => (await get(account, `/api/campaigns/${campaign}`)).counts.sent >= WRITTEN_TO)
  const mails: { id: string; to: string }[] = await get(account, '/api/mailbox')
  const received = mails.filter(({ to }) => to.endsWith('.example') && !to.endsWith('@customer.example'))
  for (const [index, { id }] of received.entries())
    await post(account, `/api/mailbox/${id}/reply`, { text: REPLIES[index % REPLIES.length] })
  await until(async () => (await get(account, '/api/conversations')).total >= received.length)
}

async function importFile(
  account: Account,
  kind: 'prospects' | 'businesses',
  text: string,
  table_name: string | null,
): Promise<void> {
  const { api, url } = account
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
  const job = await (await api.post(`${url}/api/imports`, { multipart: { kind, file } })).json()
  const step = async (name: string, data: object, end: string) => {
    await post(account, `/api/imports/${job.id}/${name}`, data)
    await until(async () => {
      const { status } = await get(account, `/api/imports/${job.id}`)
      if (status === 'failed') throw new Error(`The import of ${kind} failed`)
      return status === end
    })
  }
  await step('check', { mapping: job.mapping }, 'checked')
  await step('start', { duplicates: 'skip', table_name }, 'completed')
}
