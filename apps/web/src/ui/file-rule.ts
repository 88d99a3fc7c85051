/** The reason to refuse a file, if there is one. */
export function refusalOf(
  file: Pick<File, 'name' | 'size' | 'type'>,
  rule: { accept: string; maxBytes: number; sizeMessage: string; typeMessage: string },
): string | undefined {
  const isAccepted = rule.accept.split(',').some((part) => {
    const kind = part.trim().toLowerCase()
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
    if (kind.endsWith('/*')) return file.type.startsWith(kind.slice(0, -1))
    return file.type === kind
  })
  if (!isAccepted) return rule.typeMessage
  if (file.size > rule.maxBytes) return rule.sizeMessage
  return undefined
}
