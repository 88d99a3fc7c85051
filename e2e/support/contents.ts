import { expect, type Page } from '@playwright/test'

const longName = 'Zahnarztpraxis Dr. Hildegard von Hohenzollern-Sigmaringen und Partner, Vaduz und Schaan'
const oneWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const rightToLeft = 'مخبز الشرق للخبز والحلويات'

const business = (name: string, index: number) => ({
  place_id: `demo:test-${index}`,
  name,
  address: `${index} Upper Mill Lane, 9490 Goldwater`,
  website: `https://${'a-long-name-'.repeat(index)}bakery.example`,
  phone: '5551234567',
})

export interface Contents {
  table: string
  campaign: string
}

/** Creates a table, prospects and a campaign with them, with names that break layouts made for short ones. */
export async function fillWithContents(page: Page): Promise<Contents> {
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(path, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const names = [longName, oneWord, rightToLeft, 'Bo']
  const table = await post('/api/business/tables', {
    name: `Bakeries ${oneWord}`,
    query: `bakery ${longName}`,
    businesses: names.map(business),
  })
  const prospects: string[] = []
  for (const [index, name] of names.entries()) {
    const email = `${'very.long.name.'.repeat(3)}${index}@${'sub.'.repeat(5)}bakery.example`
    const { id } = await post('/api/prospecting/prospect', {
      email,
      first_name: name,
      last_name: oneWord,
      title: longName,
    })
    prospects.push(id)
  }
  const campaign = await post('/api/campaigns', {
    name: `Spring ${oneWord}`,
    marketing_copy: 'We repair ovens.',
  })
  await post(`/api/campaigns/${campaign.id}/prospects`, { prospects })
  return { table: `/tables/${table.id}`, campaign: `/campaigns/${campaign.id}` }
}
