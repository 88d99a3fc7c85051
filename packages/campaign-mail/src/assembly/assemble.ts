import { buildMessage } from '../build-message.ts'
import { type BuiltMessage, type CampaignMessage, MessageRefused } from '../campaign-message.ts'
import { checkMessage } from '../check-message.ts'

/** The bytes to hand over, read again and found right; or the sentence that says why the message must not leave. */
export type Assembled = BuiltMessage | { refusal: string }

/** Builds a message and checks the finished bytes. Rejects only for faults of our own. */
export async function assemble(message: CampaignMessage): Promise<Assembled> {
  try {
    const built = await buildMessage(message)
    // Where signing is left to the mail server, there is no signature to check yet.
    const isSigned = (message.dkim?.length ?? 0) > 0
    const fault = checkMessage(built, message).find(
      ({ ok, line }) => !ok && (isSigned || line !== 'signature'),
    )
    return fault ? { refusal: fault.sentence } : built
  } catch (error) {
    if (error instanceof MessageRefused) return { refusal: error.message }
    throw error
  }
}
