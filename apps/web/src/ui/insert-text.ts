/** Inserts text at the caret or over the selection, as if typed, so that the browser can undo it. */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.focus()
  // Deprecated, but the only way that keeps the browser's undo.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export const selectedText = (field: HTMLTextAreaElement | HTMLInputElement | null): string =>
  field ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : ''

/** Inserts text after a closing dialog has returned the focus. */
export function insertTextLater(field: HTMLTextAreaElement | HTMLInputElement | null, text: string): void {
  // The dialog returns the focus in a timer that starts after the first of these and before the second.
  setTimeout(() => setTimeout(() => field?.isConnected && insertText(field, text)))
}
