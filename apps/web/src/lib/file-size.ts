/** '340 KB', '1.2 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000).toLocaleString()} KB`
  return `${(bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
}
