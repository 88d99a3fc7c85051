import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { startInstallation } from './installation.ts'

type Installation = Awaited<ReturnType<typeof startInstallation>>

async function writeFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path)
  file.write('Email;First name;Last name;Company;Phone;Notes\r\n')
  for (let n = 0; n < rows; n++)
    if (
      !file.write(
        `person.${n}.of.${rows}@import.example;Pat;"O""Neill ${n}";Müller & Söhne ${n % 900};+423 ${n};Met at the fair\r\n`,
      )
    )
      await once(file, 'drain')
  file.end()
  await finished(file)
}

const MiB = 1024 * 1024

async function importRows({ app, owner }: Installation, rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
  const path = join(folder, 'contacts.csv')
  await writeFile(path, rows)
  globalThis.gc?.()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const before = process.memoryUsage().rss
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  const { imports, importWorker } = app.features
  const signal = new AbortController().signal
  const read = await imports.upload(owner, 'prospects', {
    content: createReadStream(path),
    fileName: 'contacts.csv',
    isTooLarge: () => false,
  })
  const readAt = seconds()
  await imports.check(owner, read.id, { mapping: read.mapping })
  await importWorker.work(signal)
  const checkedAt = seconds()
  await imports.start(owner, read.id, { duplicates: 'skip' })
  await importWorker.work(signal)
  const { counts } = await imports.get(owner, read.id)
  clearInterval(watch)
  console.log(
    `CSV of ${rows.toLocaleString('en')} rows (${(statSync(path).size / MiB).toFixed(1)} MiB): read after ${readAt} s, checked ${checkedAt} s, ` +
      `imported ${seconds()} s (${counts.added.toLocaleString('en')} added); memory ${(before / MiB).toFixed(0)} MiB, at most ${(peak / MiB).toFixed(0)} MiB`,
  )
  rmSync(folder, { recursive: true })
}

/** Twice the rows in the same memory: what is held does not grow with the file. */
export async function measureImport(installation: Installation): Promise<void> {
  await importRows(installation, 5_000)
  await importRows(installation, 50_000)
  await importRows(installation, 100_000)
}
