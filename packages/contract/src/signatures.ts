import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant, oneLine } from './text.ts'

export const SIGNATURE_NAME_MAX = 100
/** Length of the saved HTML, in characters. */
export const SIGNATURE_CONTENT_MAX = 20_000
export const SIGNATURES_MAX = 100
/** Images must be smaller than this, in bytes. */
export const SIGNATURE_IMAGE_LIMIT = 2_097_152
/** The largest width of an image, in CSS pixels. */
export const SIGNATURE_IMAGE_SHOWN_WIDTH = 200
/** Images are served from here. */
export const SIGNATURE_IMAGE_PATH = '/files/signatures/'
export const RETURN_ADDRESS_MAX = 64
/** Includes earlier ones, which stay valid for replies to old emails. */
export const RETURN_ADDRESSES_MAX = 20

export const signatureMessages = {
  name: 'Signature name is required',
  content: 'Signature content is required',
  imageSelected: 'Please select a valid image file',
  imageDropped: 'Please drop a valid image file',
  imageSize: 'Image size must be less than 2MB',
  linkUrl: 'URL is required for hyperlinks',
  linkText: 'Link text is required for hyperlinks',
  linkScheme: 'Please enter a web address such as https://example.com, or an email address',
  returnAddress:
    'Invalid email ID format. Use only letters, numbers, dots, and hyphens. Must start and end with a letter or number.',
  returnAddressTaken: 'This email ID is already in use. Please choose another.',
} as const

/** Shown when an error has no message of its own. */
export const signatureFallbacks = {
  fetch: 'Failed to fetch signatures',
  add: 'Failed to add signature',
  update: 'Failed to update signature',
  save: 'Failed to save signature',
  delete: 'Failed to delete signature',
  setDefault: 'Failed to set default signature',
  upload: 'Failed to upload image',
  returnAddress: 'Failed to update return email ID',
} as const

const IMAGES = /(<div>)?((?:(?:<a\b[^<>]*>)?<img\b[^<>]*>(?:<\/a>)?[ \t]*)+)(<\/div>)?(<br\s*\/?>|\r?\n)?/gi

/**
 * Puts images of a signature into separate blocks. Consecutive images stay together, along with a line break after
 * them.
 */
export const separateImages = (html: string): string =>
  html.replace(IMAGES, (all, open = '', images: string, close = '', end = '') =>
    open && close ? all : `${open}<div>${images.trim()}</div>${close}${close && end}`,
  )

const name = z
  .string({ error: signatureMessages.name })
  .transform(oneLine)
  .pipe(
    z
      .string()
      .min(1, signatureMessages.name)
      .max(SIGNATURE_NAME_MAX, `Please keep this under ${SIGNATURE_NAME_MAX} characters`),
  )

const content = z
  .string({ error: signatureMessages.content })
  .max(
    SIGNATURE_CONTENT_MAX,
    `Please keep this under ${SIGNATURE_CONTENT_MAX.toLocaleString('en')} characters`,
  )
  .refine((value) => value.trim() !== '', signatureMessages.content)

export const signatureForm = z.object({ name, content, is_default: z.boolean().optional() })

export const signature = z.object({
  id,
  name: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  is_default: z.boolean(),
  updated_at: instant,
})
export type Signature = z.infer<typeof signature>

export const RETURN_ADDRESS_PATTERN = /^[a-z0-9][a-z0-9.-]*[a-z0-9]$/

export const returnAddressId = z
  .string({ error: signatureMessages.returnAddress })
  .trim()
  .toLowerCase()
  .max(RETURN_ADDRESS_MAX, `Please keep this under ${RETURN_ADDRESS_MAX} characters`)
  .regex(RETURN_ADDRESS_PATTERN, signatureMessages.returnAddress)
  // Two dots in a row are not allowed in a mail address (RFC 5322, dot-atom).
  .refine((value) => !value.includes('..'), signatureMessages.returnAddress)

export const returnAddress = z.object({ emailId: z.string(), reply_domain: z.string() })
export type ReturnAddress = z.infer<typeof returnAddress>

const saved = z.object({ message: z.string() })

export const signatureRoutes = {
  list: route('GET', '/api/email/signatures', {
    answer: z.array(signature),
    summary: 'Lists your signatures, oldest first',
  }),
  create: route('POST', '/api/email/signatures', {
    body: signatureForm,
    answer: signature,
    summary: 'Adds a signature; its HTML is sanitized and newlines become line breaks',
  }),
  get: route('GET', '/api/email/signatures/:id', { answer: signature, summary: 'Returns a signature' }),
  update: route('PUT', '/api/email/signatures/:id', {
    body: signatureForm.partial(),
    answer: signature,
    summary: 'Updates the given fields',
  }),
  delete: route('DELETE', '/api/email/signatures/:id', {
    answer: saved,
    summary: 'Deletes a signature; campaigns that use it have none then',
  }),
  setDefault: route('POST', '/api/email/signatures/:id/default', {
    answer: signature,
    summary: 'Makes a signature the default',
  }),
  uploadImage: route('POST', '/api/upload-signature-image', {
    // Above the limit, so that a slightly larger file is refused with the sentence about its size.
    upload: { field: 'image', maxBytes: 4 * SIGNATURE_IMAGE_LIMIT, required: true },
    /** `width` is for mail programs without styles. */
    answer: z.object({ url: z.string(), width: z.number() }),
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Uploads a signature image and returns its URL',
  }),
  image: route('GET', '/files/signatures/:key', {
    answer: 'file',
    access: 'public',
    summary: 'Returns a signature image, as shown in emails',
  }),
  getReturnAddress: route('GET', '/api/email/return-address', {
    answer: returnAddress,
    summary: 'Returns the return address: emailId before the @, reply_domain after it',
  }),
  updateReturnAddress: route('PUT', '/api/email/return-address', {
    body: z.object({ emailId: returnAddressId }),
    answer: returnAddress,
    limit: { points: 30, seconds: 3600, by: 'user' },
    summary: 'Changes the return address; replies to earlier ones still arrive',
  }),
  checkReturnAddress: route('GET', '/api/email/return-address/availability', {
    query: z.object({ emailId: returnAddressId }),
    answer: z.object({ is_available: z.boolean(), reason: z.string().nullable() }),
    limit: { points: 300, seconds: 3600, by: 'user' },
    summary: 'Tells whether a return address is available, and if not, why',
  }),
}

export const signatureRefusals = refusals({
  'signatures.not_found': { status: 404, message: 'This signature no longer exists' },
  'signatures.too_many': {
    status: 409,
    message: `You have ${SIGNATURES_MAX} signatures. Please delete one before adding another.`,
  },
  'signatures.empty': { status: 400, message: signatureMessages.content },
  'signatures.image_missing': { status: 400, message: signatureMessages.imageSelected },
  'signatures.image_not_image': { status: 400, message: signatureMessages.imageSelected },
  'signatures.image_too_large': { status: 413, message: signatureMessages.imageSize },
  'signatures.return_address_taken': {
    status: 409,
    message: 'This email ID is taken: it must be unique',
  },
  'signatures.too_many_return_addresses': {
    status: 409,
    message: `You have used ${RETURN_ADDRESSES_MAX} return addresses, the maximum. Please choose one of them again.`,
  },
  'signatures.return_address_reserved': {
    status: 400,
    message: 'This email ID is reserved. Please choose another.',
  },
})
