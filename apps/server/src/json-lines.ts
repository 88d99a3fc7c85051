/** A fault of a JSON file, with its line. */
export class JsonFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

export interface JsonWithLines {
  value: unknown
  /** The line of the value at a path, or of the closest value around it. */
  lineOf(path: readonly PropertyKey[]): number
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const BLANK = /[ \t\r\n]*/y
const DEPTH_MAX = 20

/**
 * Parses a file that an operator writes. `JSON.parse` tells the line of some faults only, and keeps the last of two
 * values with the same name. Throws a JsonFault.
 */
export function parseJsonWithLines(text: string): JsonWithLines {
  const lines = new Map<string, number>()
  let at = 0
  const lineAt = (position: number) => text.slice(0, position).split('\n').length

  function skipBlank(): void {
    BLANK.lastIndex = at
    at += BLANK.exec(text)?.[0].length ?? 0
  }

  /** The next token, or '' at the end. */
  function peek(): string {
    skipBlank()
    if (at === text.length) return ''
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) throw fault(`${quote(text.slice(at).split(/\s/, 1)[0]!)} is not JSON`)
    return token
  }

  const fault = (reason: string) => new JsonFault(lineAt(at), reason)

  function expect(wanted: string): void {
    const token = peek()
    if (token !== wanted) throw fault(`${shown(token)} stands where ${wanted} is expected`)
    at += token.length
  }

  /** Items between brackets, separated by commas. */
  function readItems(end: string, readItem: (index: number) => void): void {
    at += 1
    if (peek() === end) {
      at += 1
      return
    }
    for (let index = 0; ; index++) {
      readItem(index)
      const token = peek()
      if (token !== ',' && token !== end) throw fault(`${shown(token)} stands where , or ${end} is expected`)
      at += 1
      if (token === end) return
    }
  }

  function readValue(path: readonly PropertyKey[]): unknown {
    const token = peek()
    if (!lines.has(keyOf(path))) lines.set(keyOf(path), lineAt(at))
    if (path.length > DEPTH_MAX) throw fault(`there are more than ${DEPTH_MAX} levels`)
    if (token === '{') return readObject(path)
    if (token === '[') {
      const list: unknown[] = []
      readItems(']', (index) => list.push(readValue([...path, index])))
      return list
    }
    if (token === '' || /^[}\],:]/.test(token))
      throw fault(`${shown(token)} stands where a value is expected`)
    at += token.length
    return JSON.parse(token)
  }

  function readObject(path: readonly PropertyKey[]): Record<string, unknown> {
    const members = new Map<string, unknown>()
    readItems('}', () => {
      const token = peek()
      if (!token.startsWith('"')) throw fault(`${shown(token)} stands where a name in quotes is expected`)
      const name = JSON.parse(token) as string
      if (members.has(name)) throw fault(`${token} is there twice`)
      lines.set(keyOf([...path, name]), lineAt(at))
      at += token.length
      expect(':')
      members.set(name, readValue([...path, name]))
    })
    return Object.fromEntries(members)
  }

  const value = readValue([])
  if (peek() !== '') throw fault(`${shown(peek())} stands after the end`)
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return lines.get(keyOf([])) ?? 1
    },
  }
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))
const shown = (token: string): string => (token === '' ? 'the end of the file' : token)
const quote = (words: string): string => JSON.stringify(words.slice(0, 40))
