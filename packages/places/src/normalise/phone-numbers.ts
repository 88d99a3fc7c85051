import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'

type Library = typeof import('libphonenumber-js/max')

// The file for browsers: as ninety modules the library takes longer to load than a small country does to read.
const main = fileURLToPath(import.meta.resolve('libphonenumber-js/package.json'))
const filename = join(dirname(main), 'bundle/libphonenumber-max.js')
const library = {} as Library
compileFunction(readFileSync(filename, 'utf8'), ['exports', 'module'], { filename })(library, {})

export const { isSupportedCountry, parsePhoneNumberFromString } = library
