/** Puts text where the caret is, over what is selected, as if it were typed: the browser can undo it. */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.focus()
  // Deprecated, and still the only way that keeps the browser's own undo; without it the text is set directly.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What is selected in a field. */
export const selectedText = (field: HTMLTextAreaElement | HTMLInputElement | null): string =>
  field ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : ''

/** The same once a dialog that is just closing has given the focus back. */
export function insertTextLater(field: HTMLTextAreaElement | HTMLInputElement | null, text: string): void {
  // The dialog returns the focus in a timer of its own, which starts after the first of these and before the second.
  setTimeout(() => setTimeout(() => field?.isConnected && insertText(field, text)))
}
