import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createDiskFiles } from './disk.ts'
import { createFakeFiles } from './fake.ts'
import { testFiles } from './suite.ts'

const folder = await mkdtemp(join(tmpdir(), 'goldpan-files-'))
afterAll(() => rm(folder, { recursive: true }))

testFiles('the disk', async () => createDiskFiles(folder))
testFiles('the fake', async () => createFakeFiles())
