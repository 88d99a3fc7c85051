import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Library = typeof import('libphonenumber-js/max')

// The file for browsers: as ninety modules the library takes longer to load than a small country does to read.
const main = fileURLToPath(import.meta.resolve('libphonenumber-js/package.json'))
// As a module, so that what Node made of it is kept for the next start. It looks for a place for what it exports, and
// finds the global object.
await import(pathToFileURL(join(dirname(main), 'bundle/libphonenumber-max.js')).href)
const holder = globalThis as { libphonenumber?: Library }

export const { isSupportedCountry, parsePhoneNumberFromString } = holder.libphonenumber!
delete holder.libphonenumber
