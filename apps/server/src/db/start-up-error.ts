/** Goldpan can't start. The message is one readable sentence for the person at the terminal. */
export class StartUpError extends Error {
  override name = 'StartUpError'
}
