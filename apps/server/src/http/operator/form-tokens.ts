import { createHmac, timingSafeEqual } from 'node:crypto'

/** Prove that a form was made by one of our processes for the path that it is sent to. */
export interface FormTokens {
  sign(path: string): string
  isValid(path: string, token: string | undefined): boolean
}

/** `secret` is the same for all processes of the installation. */
export function createFormTokens(secret: Buffer): FormTokens {
  const sign = (path: string) => createHmac('sha256', secret).update(`form ${path}`).digest('base64url')
  return {
    sign,
    isValid(path, token = '') {
      const [a, b] = [Buffer.from(sign(path)), Buffer.from(token)]
      return a.length === b.length && timingSafeEqual(a, b)
    },
  }
}
