import { connect } from 'node:net'
import type { SpamCheck, SpamScore } from './port.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER = 64_000

/** Speaks SPAMC/1.5 with SpamAssassin's daemon. */
export function createSpamd({ host, port }: { host: string; port: number }): SpamCheck {
  return {
    score: (raw) => ask(host, port, raw).then(readAnswer, () => null),
  }
}

function ask(host: string, port: number, raw: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, host, () => {
      socket.write(`SYMBOLS SPAMC/1.5\r\nContent-length: ${raw.length}\r\n\r\n`)
      socket.end(raw)
    })
    socket.setEncoding('latin1')
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the spam filter takes too long')))
    socket.on('data', (text: string) => {
      answer += text
      if (answer.length > MAX_ANSWER) socket.destroy(new Error('the spam filter says too much'))
    })
    socket.once('error', reject)
    socket.once('end', () => resolve(answer))
  })
}

/** `Spam: True ; 6.3 / 5.0` in the header; the body lists the rules. */
function readAnswer(answer: string): SpamScore | null {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [, score, limit] = /^Spam:\s*\w+\s*;\s*(-?[\d.]+)\s*\/\s*(-?[\d.]+)/im.exec(head) ?? []
  if (score === undefined || limit === undefined || !/^SPAMD\/\S+ 0 /.test(head)) return null
  const rules = body
    .split(/[,\s]+/)
    .map((name) => name.trim())
    .filter(Boolean)
  return { score: Number(score), limit: Number(limit), rules }
}

/** `host:port`, or a host with the default port. */
export function parseSpamdAddress(text: string): { host: string; port: number } {
  const [, host = text, port] = /^(.*):(\d{1,5})$/.exec(text) ?? []
  return { host, port: Number(port ?? 783) }
}
