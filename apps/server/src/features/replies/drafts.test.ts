import { randomUUID } from 'node:crypto'
import { type AnswerForm, answeringRoutes } from '@goldpan/contract/answering'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createConversations } from '../../../test/answered-conversation.ts'
import { startTestApp } from '../../../test/harness.ts'
import { deleteUnusedFilesJob } from './answer-files.ts'

const testApp = await startTestApp()
const { alice, bob, app, mail, drain, clock, query } = testApp
const { begin, sendOne, answer, release, arrived, read, createMembers } = createConversations(testApp)

const draftOf = async (id: string, who = alice) =>
  (await who.call(answeringRoutes.getDraft, { params: { id } })).answer
const save = (id: string, body: { text: string; version: number; files?: string[] }, who = alice) =>
  who.call(answeringRoutes.saveDraft, { params: { id }, body })
const attach = (id: string, content: string | Buffer, fileName = 'plan.txt', who = alice) =>
  who.call(answeringRoutes.addFile, {
    params: { id },
    file: new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'text/plain' }),
    fileName,
  })
const attached = async (...given: Parameters<typeof attach>) => (await attach(...given)).answer.id
const takeBack = (answerId: string) => alice.call(answeringRoutes.takeBack, { params: { answerId } })

test('a draft is stored, returned, changed and deleted by any id (INBOX-35)', async () => {
  const { conversation, message, prospect } = await begin(alice)
  expect(await draftOf(message)).toEqual({ text: '', files: [], version: 0, updated_at: null })

  const first = (await save(message, { text: 'It costs', version: 0 })).answer
  expect(first).toMatchObject({ text: 'It costs', files: [], updated_at: clock.now().toISOString() })
  const second = (await save(conversation, { text: 'It costs 90', version: first.version })).answer
  expect(second.version).toBeGreaterThan(first.version)
  expect(await draftOf(prospect)).toEqual(second)
  expect(await read(conversation, alice)).toMatchObject({ has_draft: true, draft: second })

  await alice.call(answeringRoutes.removeDraft, { params: { id: conversation } })
  expect((await draftOf(conversation)).version).toBe(0)
  expect((await read(conversation, alice)).has_draft).toBe(false)
})

test('an old version is refused and overwrites nothing (INBOX-35)', async () => {
  const { conversation } = await begin(alice)
  const { version } = (await save(conversation, { text: 'One', version: 0 })).answer
  await save(conversation, { text: 'Two', version })
  for (const old of [0, version]) {
    const { status, refusal } = await save(conversation, { text: 'Old', version: old })
    expect([status, refusal.code]).toEqual([409, 'inbox.draft_changed'])
  }
  expect((await draftOf(conversation)).text).toBe('Two')
})

test('of two windows that begin a draft one is refused (INBOX-35)', async () => {
  const { conversation } = await begin(alice)
  const saved = await Promise.all(['A', 'B', 'C'].map((text) => save(conversation, { text, version: 0 })))
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('the version of a draft that is gone never fits a later one (INBOX-35)', async () => {
  const { conversation } = await begin(alice)
  const { version } = (await save(conversation, { text: 'Sent elsewhere', version: 0 })).answer
  await alice.call(answeringRoutes.removeDraft, { params: { id: conversation } })
  clock.advance(1000)
  await save(conversation, { text: 'New', version: 0 })
  expect((await save(conversation, { text: 'Old', version })).status).toBe(409)
  await answer(alice, conversation, 'Old', { draft_version: version })
  expect((await draftOf(conversation)).text).toBe('New')
  await release()
})

test('sending removes the draft that is sent, not what was typed since (INBOX-35)', async () => {
  const [sent, typed] = [await begin(alice), await begin(alice)]
  for (const { conversation } of [sent, typed]) await save(conversation, { text: 'It costs', version: 0 })
  const { version } = await draftOf(sent.conversation)
  await answer(alice, sent.conversation, 'It costs 90 EUR.', { draft_version: version })
  expect((await draftOf(sent.conversation)).version).toBe(0)

  const old = await draftOf(typed.conversation)
  await save(typed.conversation, { text: 'It costs 90 EUR. And', version: old.version })
  await answer(alice, typed.conversation, 'It costs 90 EUR.', { draft_version: old.version })
  expect((await draftOf(typed.conversation)).text).toBe('It costs 90 EUR. And')
  await release()
})

test('a draft without text and files is none, and one for somebody who never wrote is kept (INBOX-35)', async () => {
  const { prospect } = await sendOne(alice)
  expect((await draftOf(prospect)).version).toBe(0)
  const { version } = (await save(prospect, { text: 'For later', version: 0 })).answer
  expect((await draftOf(prospect)).text).toBe('For later')
  expect((await save(prospect, { text: '', version })).answer).toMatchObject({ version: 0, updated_at: null })
  expect(((await draftOf(randomUUID())) as unknown as { code: string }).code).toBe('replies.no_conversation')
})

test('nobody else sees a draft: neither in another conversation nor another member nor Bob (INBOX-35, INBOX-46)', async () => {
  const [ada, max] = await createMembers('Drafts')
  const [one, other] = [await begin(ada), await begin(ada)]
  await save(one.conversation, { text: 'By Ada', version: 0 }, ada)
  await attach(one.conversation, 'x', 'ada.txt', ada)

  expect((await draftOf(other.conversation, ada)).text).toBe('')
  expect(await draftOf(one.conversation, max)).toMatchObject({ text: '', files: [], version: 0 })
  expect(await read(one.conversation, max)).toMatchObject({ has_draft: false, draft: { text: '' } })
  expect((await save(one.conversation, { text: 'By Max', version: 0 }, max)).status).toBe(200)
  expect((await draftOf(one.conversation, ada)).text).toBe('By Ada')
  for (const call of [
    bob.call(answeringRoutes.getDraft, { params: { id: one.conversation } }),
    bob.call(answeringRoutes.removeDraft, { params: { id: one.conversation } }),
    save(one.conversation, { text: 'By Bob', version: 0 }, bob),
    attach(one.conversation, 'x', 'bob.txt', bob),
  ])
    expect((await call).status).toBe(404)
})

test('files are sent along and can be downloaded, with names made safe (INBOX-38)', async () => {
  const { conversation, email } = await begin(alice)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const plan = await attach(conversation, '<script>alert(1)</script>', '../plan\u202etxt.exe')
  expect(plan.answer).toMatchObject({ name: 'plantxt.exe', type: 'text/plain', size: 25 })
  const picture = await attach(conversation, png, 'oven.png')
  expect(picture.answer.type).toBe('image/png')
  const ids = [picture.answer.id, plan.answer.id]
  const { version } = (await save(conversation, { text: 'See here', version: 0, files: ids })).answer
  expect((await draftOf(conversation)).files.map(({ id }) => id)).toEqual(ids)

  const sent = await answer(alice, conversation, 'See here', { files: ids, draft_version: version })
  await release()

  expect(await draftOf(conversation)).toMatchObject({ text: '', files: [], version: 0 })
  const message = await PostalMime.parse(arrived(email)[0]!.raw)
  expect(message.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['oven.png', 'image/png'],
    ['plantxt.exe', 'text/plain'],
  ])
  expect(Buffer.from(message.attachments[0]!.content as ArrayBuffer).equals(png)).toBe(true)
  const shown = (await read(conversation, alice)).messages.at(-1)!
  expect(shown.files.map(({ name, size }) => [name, size])).toEqual([
    ['oven.png', png.length],
    ['plantxt.exe', 25],
  ])
  const params = { id: sent.answer.answer_id, partId: plan.answer.id }
  const file = await alice.call(replyRoutes.file, { params })
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('attachment'),
  })
  expect(await (file.answer as unknown as Blob).text()).toContain('<script>')
  expect((await bob.call(replyRoutes.file, { params })).status).toBe(404)
})

test('an answer without files of its draft deletes them with the draft (INBOX-35, INBOX-38)', async () => {
  const { conversation } = await begin(alice)
  const file = await attached(conversation, 'x')
  const { version } = (await save(conversation, { text: 'Hello', version: 0, files: [file] })).answer
  await answer(alice, conversation, 'Hello', { draft_version: version })
  expect(await draftOf(conversation)).toMatchObject({ version: 0, files: [] })
  await release()
})

test('an answer that is taken back has its files again, with those attached since (INBOX-32, INBOX-38)', async () => {
  const { conversation, email } = await begin(alice)
  const first = await attached(conversation, 'one', 'one.txt')
  const sent = await answer(alice, conversation, 'See here', { files: [first] })
  expect((await draftOf(conversation)).files).toEqual([])
  const second = await attached(conversation, 'two', 'two.txt')

  const { answer: draft } = await takeBack(sent.answer.answer_id)

  expect(draft.files.map(({ id }) => id)).toEqual([first, second])
  await answer(alice, conversation, 'See here', { files: [first, second] })
  await release()
  expect((await PostalMime.parse(arrived(email)[0]!.raw)).attachments).toHaveLength(2)
})

test('an answer that fails brings its files back, too (INBOX-35)', async () => {
  const { conversation, email } = await begin(alice)
  mail.answers.set(email, { outcome: 'rejected', code: 550, answer: '550 no such user' })
  await answer(alice, conversation, 'See here', { files: [await attached(conversation, 'one', 'one.txt')] })
  await release()
  expect(await draftOf(conversation)).toMatchObject({ text: 'See here', files: [{ name: 'one.txt' }] })
  mail.answers.clear()
})

test('more than 10 files, 10 MB each or 20 MB together are refused (INBOX-38)', async () => {
  const [many, large] = [await begin(alice), await begin(alice)]
  for (let count = 0; count < 10; count++) await attach(many.conversation, 'x')
  const eleventh = await attach(many.conversation, 'x')
  expect([eleventh.status, eleventh.refusal]).toMatchObject([
    413,
    { code: 'inbox.file_too_large', message: 'At most 10 files of 10 MB each and 20 MB together' },
  ])
  expect((await attach(large.conversation, Buffer.alloc(10_000_001))).refusal.code).toBe(
    'inbox.file_too_large',
  )
  const ids = [
    await attached(large.conversation, Buffer.alloc(10_000_000)),
    await attached(large.conversation, Buffer.alloc(10_000_000)),
  ]
  expect((await attach(large.conversation, 'x')).refusal.code).toBe('inbox.file_too_large')
  // Those that the draft no longer has make room, but can't all be sent.
  await save(large.conversation, { text: 'Hello', version: 0, files: [] })
  ids.push(await attached(large.conversation, 'x'))
  const { status, refusal } = await answer(alice, large.conversation, 'Hello', { files: ids })
  expect([status, refusal.code]).toEqual([413, 'inbox.file_too_large'])
})

test('only own files that were not sent can be deleted, listed in drafts and sent (INBOX-38)', async () => {
  const [one, other] = [await begin(alice), await begin(alice)]
  const file = await attached(one.conversation, 'x')
  const foreign = await attached(other.conversation, 'x')
  const remove = (fileId: string, who = alice) => who.call(answeringRoutes.removeFile, { params: { fileId } })
  const send = (files: string[]): Partial<AnswerForm> => ({ files })
  for (const id of [foreign, randomUUID()]) {
    expect((await answer(alice, one.conversation, 'x', send([id]))).refusal.code).toBe('inbox.file_not_found')
    expect((await save(one.conversation, { text: 'x', version: 0, files: [id] })).refusal.code).toBe(
      'inbox.file_not_found',
    )
  }
  expect((await remove(file, bob)).status).toBe(404)
  await answer(alice, one.conversation, 'x', send([file]))
  expect((await remove(file)).status).toBe(404)
  expect((await answer(alice, one.conversation, 'x', send([file]))).status).toBe(404)
  expect((await remove(foreign)).status).toBe(200)
  await release()
})

test('files that are neither in a draft nor sent are deleted after a day (INBOX-38)', async () => {
  const [kept, left] = [await begin(alice), await begin(alice)]
  const inDraft = await attached(kept.conversation, 'x')
  await save(kept.conversation, { text: 'Hello', version: 0, files: [inDraft] })
  const sent = await attached(kept.conversation, 'x')
  await answer(alice, kept.conversation, 'Hello', { files: [sent] })
  const forgotten = await attached(left.conversation, 'x')
  const work = async () => {
    await app.ports.jobs.enqueue(app.database.db, deleteUnusedFilesJob, {})
    await drain()
  }
  const stored = async () => (await query<{ id: string }>('select id from answer_files')).map(({ id }) => id)

  clock.advance(23 * 3_600_000)
  await work()
  expect(await stored()).toContain(forgotten)
  clock.advance(2 * 3_600_000)
  await work()

  const after = await stored()
  expect(after).not.toContain(forgotten)
  expect(after).toEqual(expect.arrayContaining([inDraft, sent]))
})
