import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const STEP = 10_000_000
/** Copies per row; distances in degrees. */
const ROW = 10
const APART = 2.5

/**
 * Repeats a file's elements with new ids and positions, to simulate a larger country. Creates a folder for it, which
 * the caller removes.
 */
export async function writeRepeatedPbf(path: string, times: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
  const copies: string[] = []
  for (let index = 0; index < times; index++) {
    const copy = join(folder, `${index}.osm.pbf`)
    const start = String(1 + index * STEP)
    const renumbered = `${copy}.renumbered.osm.pbf`
    execFileSync('osmium', ['renumber', path, '-s', `${start},${start},${start}`, '-o', renumbered])
    await writeMoved(renumbered, copy, { lat: Math.floor(index / ROW) * APART, lon: (index % ROW) * APART })
    rmSync(renumbered)
    copies.push(copy)
  }
  const repeated = join(folder, `repeated-${times}-times.osm.pbf`)
  execFileSync('osmium', ['merge', ...copies, '-o', repeated])
  for (const copy of copies) rmSync(copy)
  return repeated
}

/** Uses osmium's text format, where a node ends with its position: `… x9.5209 y47.1410`. */
async function writeMoved(from: string, to: string, by: { lat: number; lon: number }): Promise<void> {
  const reading = spawn('osmium', ['cat', from, '-f', 'opl', '-o', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const writing = spawn('osmium', ['cat', '-F', 'opl', '-', '-o', to], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const written = once(writing, 'close')
  let text = ''
  for await (const line of createInterface({ input: reading.stdout })) {
    text += `${moved(line, by)}\n`
    if (text.length < 1 << 20) continue
    if (!writing.stdin.write(text)) await once(writing.stdin, 'drain')
    text = ''
  }
  writing.stdin.end(text)
  const [code] = await written
  if (code !== 0) throw new Error(`osmium ended with ${code}`)
}

const POSITION = / x(-?[\d.]+) y(-?[\d.]+)$/

function moved(line: string, { lat, lon }: { lat: number; lon: number }): string {
  if (!line.startsWith('n')) return line
  return line.replace(
    POSITION,
    (_, x, y) => ` x${(Number(x) + lon).toFixed(7)} y${(Number(y) - lat).toFixed(7)}`,
  )
}
