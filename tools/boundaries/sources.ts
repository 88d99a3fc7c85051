import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export const root = join(import.meta.dirname, '../..')

/** A broken rule: where, and what to do instead. */
export interface Finding {
  file: string
  line: number
  sentence: string
}

export interface Import {
  /** A path in the repository, or a package's name. */
  target: string
  line: number
  isType: boolean
}

export interface Source {
  path: string
  text: string
  lines: number
  imports: Import[]
  program: Node
}

/** A node of the ESTree syntax tree, with the properties that rules use. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** All TypeScript files that are tracked or not ignored. */
export function listSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => path && !path.endsWith('.d.ts') && existsSync(join(root, path)))
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const lineOf = (position: number) => text.slice(0, position).split('\n').length
  const imports = [
    ...module.staticImports.map((entry) => ({
      specifier: entry.moduleRequest.value,
      line: lineOf(entry.start),
      isType: entry.entries.length > 0 && entry.entries.every((name) => name.isType),
    })),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((name) =>
        name.moduleRequest
          ? [{ specifier: name.moduleRequest.value, line: lineOf(entry.start), isType: name.isType }]
          : [],
      ),
    ),
    ...module.dynamicImports.map((entry) => ({
      specifier: text.slice(entry.moduleRequest.start + 1, entry.moduleRequest.end - 1),
      line: lineOf(entry.start),
      isType: false,
    })),
  ].map(({ specifier, line, isType }) => ({ target: resolveTarget(path, specifier), line, isType }))
  return { path, text, lines: text.split('\n').length - 1, imports, program: program as unknown as Node }
}

function resolveTarget(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const own = /^@goldpan\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  return own ? `packages/${own[1]}/src/${own[2] ?? ''}` : specifier
}

export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$|(^|\/)test\/|^e2e\/|^bench\/|\/(suite|fake)\.ts$/.test(path)

/** Visits a node and its descendants. Returning false skips the descendants. */
export function walk(node: Node, visit: (node: Node) => boolean | undefined): void {
  if (visit(node) === false) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit)
  }
}

export const lineAt = (source: Source, position: number): number =>
  source.text.slice(0, position).split('\n').length
