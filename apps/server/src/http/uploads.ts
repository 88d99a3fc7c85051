import type { Readable } from 'node:stream'
import type { Upload } from '@goldpan/contract/route'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

export interface UploadedFile {
  content: Buffer
  fileName: string
  /** As declared by the sender. Don't trust it. */
  declaredType: string
}

export interface ReadUpload {
  file: UploadedFile | null
  fields: Record<string, string>
}

/** Reads a multipart request with at most one file. Size and number of fields are bounded. */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<ReadUpload> {
  if (!request.isMultipart()) return refuse('request.wrong_content_type')
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  const parts = request.parts({
    limits: { files: 1, fields: 20, fieldSize: 64 * 1024, fileSize: upload.maxBytes + 1, parts: 24 },
  })
  for await (const part of parts) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname === upload.field) {
      const content = await part.toBuffer().catch((error: { code?: string }) => {
        if (error.code === 'FST_REQ_FILE_TOO_LARGE') return null
        throw error
      })
      // Fastify truncates at the limit and throws; either way the file was too large.
      if (content === null || part.file.truncated) refuse('request.too_large')
      file = { content, fileName: part.filename, declaredType: part.mimetype }
    } else part.file.resume()
  }
  return { file, fields }
}

/** A file while it is being received. */
export interface StreamedFile {
  content: Readable
  fileName: string
  /** Valid once the content has been read to its end. */
  isTooLarge(): boolean
}

/** The fields before the file, and the file as a stream. The handler must read it to its end. */
export async function receiveUpload(
  request: FastifyRequest,
  upload: Upload,
): Promise<{ file: StreamedFile; fields: Record<string, string> }> {
  if (!request.isMultipart()) return refuse('request.wrong_content_type')
  const fields: Record<string, string> = {}
  const parts = request.parts({
    limits: { files: 1, fields: 20, fieldSize: 64 * 1024, fileSize: upload.maxBytes, parts: 24 },
  })
  for await (const part of parts) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname === upload.field) {
      const { file, filename } = part
      return { fields, file: { content: file, fileName: filename, isTooLarge: () => file.truncated } }
    } else part.file.resume()
  }
  return refuse('request.invalid', { message: 'Please choose a file' })
}
