export const README = `Everything that Goldpan stores about you and for you.

json/   one file a table, each a list of rows
csv/    the same tables for a spreadsheet (UTF-8)
files/  the pictures that you uploaded
organizations/  the same once more for each organization that you own

Times are in UTC. Your password and the secrets of your sessions are kept only as hashes and are left out.
`

/** A value of a row as a cell of a table. */
export function toCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Where an organization's files stand in the archive: its name as any system takes it, told apart by its id. */
export function organizationFolder(id: string, name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `organizations/${[plain.slice(0, 60), id.slice(0, 8)].filter(Boolean).join('-')}/`
}
