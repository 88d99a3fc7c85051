import type { APIRequestContext } from '@playwright/test'

const PROSPECTS = 10_000
const BUSINESSES = 2000

/** Names as the world has them: short, without end, without a space to break at, from right to left. */
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

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

function prospectsFile(): string {
  const rows = Array.from({ length: PROSPECTS }, (_, index) => {
    const [first, last, business] = NAMES[index % NAMES.length]!
    const mailbox = index % 7 === 0 ? `a.very.long.mailbox.name.that.goes.on.and.on.${index}` : `p${index}`
    return [
      `${mailbox}@${index % 7 === 0 ? 'an-equally-long-domain-name' : 'many'}.example`,
      first,
      last,
      business,
    ]
      .map(quote)
      .join(',')
  })
  return ['Email,First name,Last name,Business', ...rows].join('\n')
}

function businessesFile(): string {
  const rows = Array.from({ length: BUSINESSES }, (_, index) => {
    const name = `${NAMES[index % NAMES.length]![2]} ${index}`
    return [name, `${index} Upper Mill Lane, 9490 Goldwater`, `https://shop-${index}.example`, '']
      .map(quote)
      .join(',')
  })
  return ['Business name,Address,Website,Phone', ...rows].join('\n')
}

/** Fills an account with lists as long as they get, and with names that break what is drawn for short ones. */
export async function fillLongLists(api: APIRequestContext, url: string): Promise<void> {
  await importFile(api, url, 'prospects', prospectsFile(), null)
  await importFile(api, url, 'businesses', businessesFile(), `${NAMES[1][2]} and 1,999 more`)
  const campaign = { name: NAMES[1][2], marketing_copy: NAMES.map((name) => name.join(' ')).join('. ') }
  const answer = await api.post(`${url}/api/campaigns`, { data: campaign })
  if (!answer.ok()) throw new Error(await answer.text())
}

async function importFile(
  api: APIRequestContext,
  url: string,
  kind: 'prospects' | 'businesses',
  text: string,
  table_name: string | null,
): Promise<void> {
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
  const job = await (await api.post(`${url}/api/imports`, { multipart: { kind, file } })).json()
  const step = async (name: string, data: object, until: string) => {
    const answer = await api.post(`${url}/api/imports/${job.id}/${name}`, { data })
    if (!answer.ok()) throw new Error(await answer.text())
    for (;;) {
      const { status } = await (await api.get(`${url}/api/imports/${job.id}`)).json()
      if (status === until) return
      if (status === 'failed') throw new Error(`The import of ${kind} failed`)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  await step('check', { mapping: job.mapping }, 'checked')
  await step('start', { duplicates: 'skip', table_name }, 'completed')
}
