/** How long the browser may take to read a file before its address is given up. */
const KEPT_MS = 60_000

/** Hands a file to the browser to be saved under a name. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
