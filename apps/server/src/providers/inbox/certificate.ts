import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { StartUpError } from '../../db/start-up-error.ts'

/** PEM texts for the listener's TLS. */
export interface Certificate {
  cert: string
  key: string
}

/** Reads a certificate with its chain and key, and checks that they match. */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    read(certFile, 'INBOUND_TLS_CERT'),
    read(keyFile, 'INBOUND_TLS_KEY'),
  ])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartUpError(
      `The certificate in ${certFile} and the key in ${keyFile} can't be used together (${(error as Error).message}). Please check INBOUND_TLS_CERT and INBOUND_TLS_KEY.`,
    )
  }
  return { cert, key }
}

async function read(file: string, setting: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartUpError(`The file ${file} of ${setting} can't be read (${error.code}).`)
  })
}
