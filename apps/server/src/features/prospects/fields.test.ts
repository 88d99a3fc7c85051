import { campaignRoutes } from '@goldpan/contract/campaigns'
import {
  businessFields,
  optionalBusinessFields,
  optionalProspectFields,
  prospectFields,
} from '@goldpan/contract/fields'
import { type ImportKind, importRoutes } from '@goldpan/contract/imports'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { provenanceRoutes } from '@goldpan/contract/provenance'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { headings } from '../imports/headings.ts'

const { alice, drain } = await startTestApp()

/** Imports one row with these columns. */
async function importRow(kind: ImportKind, row: Record<string, string>, start: object = {}) {
  const file = new Blob([`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}`])
  const { answer } = await alice.call(importRoutes.upload, { body: { kind }, file, fileName: 'rows.csv' })
  const params = { id: answer.id }
  await alice.call(importRoutes.check, { params, body: { mapping: answer.mapping } })
  await drain()
  await alice.call(importRoutes.start, { params, body: { duplicates: 'update', ...start } })
  await drain()
}

/** The cells of the first row of a CSV file, by heading. */
async function readCells(file: Blob): Promise<Record<string, string>> {
  const [headings, cells] = (await file.text())
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .map((line) => line.split(','))
  return Object.fromEntries(headings!.map((heading, at) => [heading, cells![at]!]))
}

const findProspect = async (email: string) =>
  (await alice.call(prospectRoutes.list, { query: { text: email } })).answer[0]!

describe.each(optionalProspectFields)("a prospect's %s", (field) => {
  const { label } = prospectFields[field]
  const { placeholder = null, toldAs = null } = prospectFields[field] as {
    placeholder?: { name: string }
    toldAs?: string
  }
  const email = `${field.replace('_', '-')}@mill.example`
  let id: string

  beforeAll(async () => {
    await importRow('prospects', { Email: email, [label]: 'One' })
    id = (await findProspect(email)).id
  })

  const change = (value: string | null) =>
    alice.call(prospectRoutes.patch, { params: { id }, body: { [field]: value } })

  test('is read from a file, under any of its headings', async () => {
    expect(await findProspect(email)).toMatchObject({ [field]: 'One' })
    await importRow('prospects', { Email: email, [headings[field].at(-1)!]: 'Two' })
    expect(await findProspect(email)).toMatchObject({ [field]: 'Two' })
  })

  test('is changed and emptied alone, and stays when others are changed', async () => {
    await change('Three')
    await alice.call(prospectRoutes.patch, { params: { id }, body: { status: 'contacted' } })
    expect(await findProspect(email)).toMatchObject({ [field]: 'Three' })
    await change('')
    expect(await findProspect(email)).toMatchObject({ [field]: null })
    const { status } = await change('x'.repeat(prospectFields[field].max + 1))
    expect(status).toBe(400)
  })

  test('is exported', async () => {
    await change('Four')
    const { answer } = await alice.call(prospectRoutes.exportCsv, { query: { text: email } })
    expect(await readCells(answer)).toMatchObject({ email, [field]: 'Four' })
  })

  test(`is ${toldAs ? 'told to' : 'kept from'} a person who asks what is known of them`, async () => {
    await change('Five')
    const { answer } = await alice.call(provenanceRoutes.get, { params: { id } })
    expect(JSON.stringify(answer.record).includes('"Five"')).toBe(toldAs !== null)
    expect(answer.text.includes(toldAs ?? 'Five')).toBe(toldAs !== null)
  })

  test(`${placeholder ? 'fills its placeholder, and a change makes an email stale' : 'leaves emails as they are'}`, async () => {
    await change('Six')
    const body = { name: 'Ovens', marketing_copy: 'We repair ovens.' }
    const campaign = (await alice.call(campaignRoutes.create, { body })).answer
    const params = { id: campaign.id }
    await alice.call(campaignRoutes.addProspects, { params, body: { prospects: [id] } })
    const template = {
      subject: 'Ovens',
      body: `{{businessName|you}}: ${placeholder ? `{{${placeholder.name}}}` : '-'}`,
    }
    await alice.call(writingRoutes.updateTemplate, { params, body: { template } })
    await alice.call(writingRoutes.regenerate, { params, body: {} })
    const read = async () => (await alice.call(campaignRoutes.get, { params, query: {} })).answer
    const written = await read()
    expect(written.waiting).toBe(0)
    expect(written.campaign_prospects[0]!.email_content).toContain(placeholder ? 'Six' : '-')
    await change('Seven')
    expect((await read()).waiting).toBe(placeholder ? 1 : 0)
    await alice.call(writingRoutes.regenerate, { params, body: {} })
    const again = await read()
    expect(again.waiting).toBe(0)
    expect(again.campaign_prospects[0]!.email_content).toContain(placeholder ? 'Seven' : '-')
  })
})

describe.each(optionalBusinessFields)("a business's %s", (field) => {
  test('is read from a file, changed, and exported', async () => {
    const [one, two] = field === 'website' ? ['https://one.example', 'https://two.example'] : ['One', 'Two']
    const [name, address] = [`Mill ${field}`, '1 Mill Lane']
    const row = { [businessFields.name.label]: name, [businessFields.address.label]: address }
    await importRow('businesses', { ...row, [businessFields[field].label]: one }, { table_name: name })
    const tables = (await alice.call(tableRoutes.list)).answer
    const tableId = tables.find((table) => table.name === name)!.id
    const read = async () =>
      (await alice.call(tableRoutes.get, { params: { tableId }, query: {} })).answer.businesses[0]!
    const { place_id, ...before } = await read()
    expect(before).toMatchObject({ name, address, [field]: one })
    const params = { tableId, placeId: place_id }
    await alice.call(tableRoutes.updateBusiness, { params, body: { name, address, [field]: two } })
    expect(await read()).toMatchObject({ [field]: two })
    const { answer } = await alice.call(tableRoutes.exportCsv, { params: { tableId }, query: {} })
    expect(await readCells(answer)).toMatchObject({ [field]: two })
  })
})
