import type { Readable } from 'node:stream'
import type { Upload } from '@goldpan/contract/route'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

export interface UploadedFile {
  content: Buffer
  fileName: string
  /** As the sender declared it; never believed. */
  declaredType: string
}

export interface ReadUpload {
  file: UploadedFile | null
  fields: Record<string, string>
}

/** Reads a multipart request with at most one file, bounded in size and number of fields. */
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
      // Fastify cuts at the limit and throws; either way the file was larger than allowed.
      if (content === null || part.file.truncated) refuse('request.too_large')
      file = { content, fileName: part.filename, declaredType: part.mimetype }
    } else part.file.resume()
  }
  return { file, fields }
}

/** A file on its way in. */
export interface StreamedFile {
  content: Readable
  fileName: string
  /** Known once the content has been read to its end: the file was larger than allowed. */
  isTooLarge(): boolean
}

/** The fields before the file, and the file as it arrives. The handler reads it to its end. */
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
