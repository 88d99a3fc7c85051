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
  /** The keys of all files, some hundred at a time; what else lies in the bucket is passed over. */
  list(): AsyncIterable<string>
}

/** A service that does not answer must not hold a request for ever. */
const TIMEOUT_MS = 30_000
/** Of what is busy or fails for a moment, with growing pauses: under a second together. */
const RETRIES = 4

/** Files with anything that speaks S3: Amazon, MinIO, Garage, Ceph, R2. The bucket stands in the path, as all of them take it. */
export function createS3Files({ endpoint, bucket, ...options }: S3Options): S3Files {
  const client = new AwsClient({ ...options, service: 's3', retries: RETRIES, initRetryMs: 50 })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const ask = (method: 'GET' | 'PUT' | 'DELETE', key: string, content?: Buffer) =>
    askAt(`${base}/${requireFileKey(key)}`, method, content)

  async function askAt(url: string, method: 'GET' | 'PUT' | 'DELETE', content?: Buffer): Promise<Response> {
    const body = content && new Uint8Array(content)
    const answer = await client.fetch(url, {
      method,
      ...(body && { body }),
      // The service compares: what was changed or cut off on its way is not kept.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(content ?? '')
          .digest('hex'),
      },
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
      const answer = await askAt(`${base}?${page}`, 'GET')
      const text = await answer.text()
      if (answer.status === 404) throw new Error(`S3 knows no bucket of the name ${bucket}`)
      for (const [, key] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isFileKey(key!)) yield key!
      from = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1]
    } while (from)
  }

  return {
    list,
    async put(key, content) {
      await ask('PUT', key, content)
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
