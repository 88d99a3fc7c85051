import { type ProspectSelection, prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob } = await startTestApp()

async function addThree(name: string, who = alice) {
  const ids: string[] = []
  for (const n of [1, 2, 3]) {
    const body = { email: `${name}-${n}@mill.example` }
    ids.push((await who.call(prospectRoutes.create, { body })).answer.id)
  }
  return ids
}

const statusesOf = async (name: string) => {
  const { answer } = await alice.call(prospectRoutes.list, { query: { text: name, sort: 'email' } })
  return answer.map(({ status }) => status)
}

test('the status of many prospects can be changed at once and undone', async () => {
  const [first, second, third] = await addThree('ada')
  await alice.call(prospectRoutes.patch, { params: { id: second! }, body: { status: 'responded' } })
  const selection = { ids: [first!, second!, third!] }
  const { answer } = await alice.call(prospectRoutes.changeStatus, {
    body: { selection, status: 'contacted' },
  })
  expect(answer.changed).toBe(3)
  expect(await statusesOf('ada')).toEqual(['contacted', 'contacted', 'contacted'])
  await alice.call(prospectRoutes.patch, { params: { id: third! }, body: { status: 'converted' } })
  const undone = await alice.call(prospectRoutes.undoStatus, { params: { changeId: answer.undo! } })
  expect(undone.answer.changed).toBe(2)
  expect(await statusesOf('ada')).toEqual(['new', 'responded', 'converted'])
})

test('all prospects of a filter can be changed and deleted, except those deselected', async () => {
  const [first] = await addThree('ben')
  const selection = { filter: { text: 'ben-' }, except: [first!] }
  await alice.call(prospectRoutes.changeStatus, { body: { selection, status: 'rejected' } })
  expect(await statusesOf('ben')).toEqual(['new', 'rejected', 'rejected'])
  const { answer } = await alice.call(prospectRoutes.removeMany, { body: { selection } })
  expect(answer.deleted).toBe(2)
  expect(await statusesOf('ben')).toEqual(['new'])
})

test('a change without effect has no undo', async () => {
  const ids = await addThree('cy')
  const { answer } = await alice.call(prospectRoutes.changeStatus, {
    body: { selection: { ids }, status: 'new' },
  })
  expect(answer).toEqual({ changed: 0, undo: null })
  const unknown = await alice.call(prospectRoutes.undoStatus, { params: { changeId: 'nothing' } })
  expect([unknown.status, unknown.refusal.message]).toEqual([404, 'There is nothing to undo'])
})

test('an empty selection is refused, and so is one that is too long', async () => {
  const none = await alice.call(prospectRoutes.removeMany, { body: { selection: { ids: [] } } })
  expect(none.status).toBe(400)
})

test('Bob cannot change, undo or delete what is Alice’s (SESS-17)', async () => {
  const ids = await addThree('dee')
  const { answer } = await alice.call(prospectRoutes.changeStatus, {
    body: { selection: { ids }, status: 'contacted' },
  })
  const selection = { ids }
  const bobs = await Promise.all([
    bob.call(prospectRoutes.changeStatus, { body: { selection, status: 'rejected' } }),
    bob.call(prospectRoutes.undoStatus, { params: { changeId: answer.undo! } }),
  ])
  expect([bobs[0].answer.changed, bobs[1].status]).toEqual([0, 404])
  const { answer: removed } = await bob.call(prospectRoutes.removeMany, { body: { selection } })
  expect(removed.deleted).toBe(0)
  expect(await statusesOf('dee')).toEqual(['contacted', 'contacted', 'contacted'])
})

const listed = async (search: string) =>
  (await alice.call(suppressionRoutes.list, { query: { search } })).answer.suppressions

test('many prospects can be put on the do-not-contact list at once, but Bob cannot put Alice’s there', async () => {
  const [first, second] = await addThree('dot')
  const suppress = async (selection: ProspectSelection, who = alice) =>
    (await who.call(prospectRoutes.suppressMany, { body: { selection } })).answer
  expect(await suppress({ ids: [first!] }, bob)).toEqual({ added: 0, known: 0 })
  expect(await suppress({ ids: [first!] })).toEqual({ added: 1, known: 0 })
  expect(await suppress({ filter: { text: 'dot-' }, except: [second!] })).toEqual({ added: 1, known: 1 })
  const entries = await listed('dot-')
  expect(entries.map(({ address }) => address).sort()).toEqual(['dot-1@mill.example', 'dot-3@mill.example'])
  expect(entries.every(({ reason, can_remove }) => reason === 'manual' && can_remove)).toBe(true)
})

test('selected prospects are exported, by id or by filter, and Bob gets none of them', async () => {
  const [first, second, third] = await addThree('eve')
  const read = async (selection: ProspectSelection, who = alice) => {
    const { answer } = await who.call(prospectRoutes.exportMany, { body: { selection } })
    return [...(await answer.text()).matchAll(/eve-\d/g)].map(([email]) => email).sort()
  }
  expect(await read({ ids: [first!, third!] })).toEqual(['eve-1', 'eve-3'])
  expect(await read({ filter: { text: 'eve-' }, except: [second!] })).toEqual(['eve-1', 'eve-3'])
  expect(await read({ ids: [first!] }, bob)).toEqual([])
})
