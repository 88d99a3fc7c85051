import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** One file of an archive; its parts are read one after the other while the archive is being sent. */
export interface ArchivedFile {
  name: string
  parts: AsyncIterable<string | Uint8Array>
  /** For pictures, which don't get any smaller. */
  isCompressed?: boolean
}

/** A ZIP file, piece by piece: as much of it is in memory as one part of one file. */
export async function* writeArchive(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  const encoder = new TextEncoder()
  function* take() {
    if (failure) throw failure
    yield* ready.splice(0)
  }
  for await (const file of files) {
    const entry = file.isCompressed ? new ZipPassThrough(file.name) : new ZipDeflate(file.name, { level: 6 })
    zip.add(entry)
    for await (const part of file.parts) {
      entry.push(typeof part === 'string' ? encoder.encode(part) : part)
      yield* take()
    }
    entry.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
