import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskMark } from './disk.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'mark-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a rewritten mark stays the same file, and a copied folder has another identity', async () => {
  const folder = await newFolder()
  const mark = createDiskMark(folder)
  expect(await mark.read()).toBeNull()
  const identity = await mark.write({ place: 'here', epoch: 1 })
  expect(await mark.write({ place: 'here', epoch: 2 })).toBe(identity)
  expect(await mark.read()).toEqual({ place: 'here', epoch: 2, identity })
  const copy = await newFolder()
  await cp(folder, copy, { recursive: true, preserveTimestamps: true })
  const copied = await createDiskMark(copy).read()
  expect(copied).toMatchObject({ place: 'here', epoch: 2 })
  expect(copied?.identity).not.toBe(identity)
})

test('a truncated mark counts as none', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'installation-mark.json'), '{"place": "he')
  expect(await createDiskMark(folder).read()).toBeNull()
})
