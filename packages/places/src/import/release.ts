/**
 * Gives the memory of bytes or numbers back that nobody reads any more: collecting garbage would find them only when
 * there are many megabytes of them. What may share its memory with others is left alone.
 */
export function release({ buffer, byteOffset }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength > Buffer.poolSize)
    buffer.transfer(0)
}
