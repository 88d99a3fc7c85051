/** A fetch that says how much of its body has been sent, from 0 to 1, which the browser's own doesn't. */
export const sendWithProgress =
  (onProgress: (part: number) => void) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('The request was cancelled.', 'AbortError'))
      if (signal?.aborted) return abort()
      const request = new XMLHttpRequest()
      request.open(method, url)
      request.responseType = 'arraybuffer'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(toResponse(request)))
      request.addEventListener('error', () => reject(new TypeError('The server could not be reached.')))
      request.addEventListener('abort', abort)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit)
    })

/** Statuses whose responses may have no body. */
const WITHOUT_BODY = [204, 205, 304]

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name, ...value] = line.split(':')
    if (name) headers.append(name, value.join(':').trim())
  }
  const { status, response } = request
  return new Response(WITHOUT_BODY.includes(status) ? null : response, { status, headers })
}
