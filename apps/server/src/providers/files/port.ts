/** Files that people upload, by key. Keys are made by the product: lower-case letters, digits, '-', '.', '/'. */
export interface Files {
  put(key: string, content: Buffer): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}
