import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Keys in a page of a listing of version 2. */
const PAGE = 2

const credentials = { accessKeyId: 'GOLDPANTEST', secretAccessKey: 'a-secret-of-tests' }

/**
 * A server that speaks S3 as far as files need it: PUT, GET with ranges, DELETE and the listing of a bucket, each with
 * a signature of version 4 that is checked by the book.
 */
export async function startS3Server() {
  const objects = new Map<string, Buffer>()
  let failures = { left: 0, status: 503 }
  let isBodyChanged = false

  const refuse = (response: ServerResponse, status: number, code: string) =>
    void response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(isBodyChanged ? [...chunks, Buffer.from('!')] : chunks)
    isBodyChanged = false
    if (failures.left > 0) {
      failures.left -= 1
      return refuse(response, failures.status, 'SlowDown')
    }
    const url = new URL(request.url ?? '/', 'http://s3')
    if (!isSigned(request, url)) return refuse(response, 403, 'SignatureDoesNotMatch')
    const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (bucket !== 'goldpan') return refuse(response, 404, 'NoSuchBucket')
    if (!key) return list(response, url.searchParams)
    if (request.method === 'PUT') return put(request, response, key, body)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    return send(request, response, found)
  }

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    const hasLength = request.headers['content-length'] !== undefined
    const isWhole = request.headers['x-amz-content-sha256'] === hash(body)
    if (isWhole && hasLength) objects.set(key, body)
    if (!hasLength) refuse(response, 411, 'MissingContentLength')
    else if (isWhole) response.writeHead(200).end()
    else refuse(response, 400, 'XAmzContentSHA256Mismatch')
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = query.get('list-type') === '2' ? keys.slice(0, PAGE) : keys
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const next =
      page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    response.writeHead(200).end(`<ListBucketResult>${contents}${next}</ListBucketResult>`)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    keys: () => [...objects.keys()],
    contentOf: (key: string) => objects.get(key),
    /** As somebody else who uses the bucket. */
    putForeign: (key: string) => void objects.set(key, Buffer.from('foreign')),
    empty: () => objects.clear(),
    /** Answers the next `left` requests with this status. */
    failNext(left: number, status: number) {
      failures = { left, status }
    },
    /** As a line that is not to be trusted would. */
    changeNextBody() {
      isBodyChanged = true
    },
  }
}

function send(request: IncomingMessage, response: ServerResponse, found: Buffer): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (!range) return void response.writeHead(200, { 'content-length': found.length }).end(found)
  const [from, to] = [Number(range[1]), range[2] ? Number(range[2]) : found.length - 1]
  response
    .writeHead(206, { 'content-range': `bytes ${from}-${to}/${found.length}` })
    .end(found.subarray(from, to + 1))
}

/** AWS Signature Version 4, computed anew from what arrived. */
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const { authorization = '' } = headers
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!parts) return false
  const [, id, day, region, signedHeaders = '', signature] = parts as unknown as string[]
  const names = signedHeaders.split(';')
  const required = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (id !== credentials.accessKeyId || !required.every((name) => names.includes(name))) return false
  const query = [...url.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const canonical = [
    method,
    url.pathname,
    query.sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const steps = [day!, region!, 's3', 'aws4_request']
  const key = steps.reduce<string | Buffer>(
    (above, step) => sign(above, step),
    `AWS4${credentials.secretAccessKey}`,
  )
  return sign(key, text).toString('hex') === signature
}
