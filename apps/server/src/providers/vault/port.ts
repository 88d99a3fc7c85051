/** Encrypts secrets at rest, so that a database dump alone reveals none. */
export interface Vault {
  /** `purpose` is authenticated: a value sealed for one purpose doesn't open for another. */
  seal(purpose: string, secret: string): Promise<string>
  /** Throws if the text was changed, or sealed for another purpose or with another key. */
  open(purpose: string, sealed: string): Promise<string>
}
