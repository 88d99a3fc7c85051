import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { type DkimKey, dkimRecord } from '../src/campaign-mail.ts'
import { KEY } from './sample-message.ts'

/** Verifies signatures with another project's verifier, given our keys as the only DNS records. */
export async function verifyByMailauth(raw: Buffer, keys: readonly DkimKey[] = [KEY]) {
  const records = keys.map(dkimRecord)
  const resolver = async (name: string) => {
    const record = records.find((each) => each.name === name)
    if (!record) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return [record.chunks]
  }
  const { results } = await dkimVerify(raw, { resolver })
  // A message without a signature has one result, 'none'.
  const signatures = results.filter(({ signingDomain }) => signingDomain)
  return signatures.map((signature) => {
    // Missing from the package's own types.
    const { keys: covered } = (signature as unknown as { signingHeaders: { keys: string } }).signingHeaders
    return {
      result: signature.status.result,
      domain: signature.signingDomain,
      covered: covered.toLowerCase().split(': '),
    }
  })
}
