/** Encrypts secrets before they are stored, so that a copy of the database alone gives none of them away. */
export interface Vault {
  /** `purpose` is bound to the secret: what was sealed for one opens for no other. */
  seal(purpose: string, secret: string): Promise<string>
  /** Throws when the text was changed, sealed for another purpose, or with another key. */
  open(purpose: string, sealed: string): Promise<string>
}
