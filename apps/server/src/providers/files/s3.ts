import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type Files, isFileKey, requireFileKey } from './port.ts'

export interface S3Options {
  /** Such as 'https://s3.eu-central-1.amazonaws.com'. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Files extends Files {
  /** Streams the file; null if there is none. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Streams a blob, such as one of `openAsBlob`, with its SHA-256. */
  write(key: string, content: Blob, sha256: string): Promise<void>
  /** All keys, fetched in pages. Skips objects that aren't ours. */
  list(): AsyncIterable<string>
}

type Method = 'GET' | 'PUT' | 'DELETE'

interface Content {
  body?: Uint8Array<ArrayBuffer> | Blob
  sha256: string
}

const sha256Of = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const NO_CONTENT: Content = { sha256: sha256Of('') }

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A silent service must not block a request forever. */
const TIMEOUT_MS = 30_000
/** Retries of busy and failed requests, with growing delays of less than a second in total. */
const RETRIES = 4

/** Files on any S3 service (Amazon, MinIO, Garage, Ceph, R2). The bucket is in the path, which all of them support. */
export function createS3Files({ endpoint, bucket, ...options }: S3Options): S3Files {
  const client = new AwsClient({ ...options, service: 's3', retries: RETRIES, initRetryMs: 50 })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const ask = (method: Method, key: string, content?: Content) =>
    requestAt(`${base}/${requireFileKey(key)}`, method, content)

  async function requestAt(
    url: string,
    method: Method,
    { body, sha256 }: Content = NO_CONTENT,
  ): Promise<Response> {
    const answer = await client.fetch(url, {
      method,
      ...(body && { body }),
      // The service verifies the checksum and rejects damaged uploads.
      headers: { 'x-amz-content-sha256': sha256 },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer
    const code = /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason'
    throw new Error(`S3 answered ${answer.status} (${code}) to ${method} of a file`)
  }

  async function* list(): AsyncGenerator<string> {
    let from: string | undefined
    do {
      const page = new URLSearchParams({ 'list-type': '2', ...(from && { 'continuation-token': from }) })
      const answer = await requestAt(`${base}?${page}`, 'GET')
      const text = await answer.text()
      if (answer.status === 404) throw new Error(`S3 knows no bucket of the name ${bucket}`)
      for (const [, key] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isFileKey(key!)) yield key!
      from = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1]
    } while (from)
  }

  return {
    list,
    async put(key, content) {
      await ask('PUT', key, { body: new Uint8Array(content), sha256: sha256Of(content) })
    },
    async write(key, body, sha256) {
      await ask('PUT', key, { body, sha256 })
    },
    async read(key) {
      const answer = await ask('GET', key)
      if (answer.status !== 404) return answer.body ?? nothing()
      await answer.arrayBuffer()
      return null
    },
    async get(key) {
      const answer = await ask('GET', key)
      const content = Buffer.from(await answer.arrayBuffer())
      return answer.status === 404 ? null : content
    },
    async remove(key) {
      const answer = await ask('DELETE', key)
      await answer.arrayBuffer()
    },
  }
}
