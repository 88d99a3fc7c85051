import { decodeHTML } from 'entities'
import { percentDecode } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import type { StructuredPerson } from './technique.ts'

export interface ObjectFinding {
  /** Empty for a person without address. */
  email: string
  person?: StructuredPerson
}

type Plain = Record<string, unknown>

const EMAIL_KEY = /e-?mail|^mail$|mailto/i
const NAME_KEYS = ['name', 'fullName', 'full_name', 'fullname', 'displayName', 'display_name', 'personName']
const FIRST_KEYS = [
  'givenName',
  'given_name',
  'firstName',
  'first_name',
  'firstname',
  'vorname',
  'prenom',
  'nombre',
]
const LAST_KEYS = [
  'familyName',
  'family_name',
  'lastName',
  'last_name',
  'lastname',
  'surname',
  'nachname',
  'apellido',
]
const TITLE_KEYS = [
  'jobTitle',
  'job_title',
  'role',
  'position',
  'function',
  'funktion',
  'occupation',
  'title',
  'job',
  'roleName',
]
const PHONE_KEYS = ['telephone', 'phone', 'phoneNumber', 'tel', 'mobile', 'telefon', 'directPhone']
const MAX_OBJECTS = 20_000

/**
 * Addresses in parsed data, each with the name, title and phone of the same object. In 'typed' data
 * (schema.org) only a Person, or an object with a job title, has a personal name; elsewhere the name is
 * handed on and judged later.
 */
export function* readObjects(data: unknown, kind: 'typed' | 'untyped'): Generator<ObjectFinding> {
  const stack: unknown[] = [data]
  for (let count = 0; stack.length > 0 && count < MAX_OBJECTS; count++) {
    const item = stack.pop()
    if (Array.isArray(item)) {
      stack.push(...item.slice(0, 2000).reverse())
    } else if (item !== null && typeof item === 'object') {
      yield* readObject(item as Plain, kind)
      stack.push(
        ...Object.values(item)
          .filter((value) => value !== null && typeof value === 'object')
          .reverse(),
      )
    }
  }
}

function* readObject(object: Plain, kind: 'typed' | 'untyped'): Generator<ObjectFinding> {
  const person = personOf(object, kind)
  const emails = Object.entries(object)
    .filter(([key, value]) => EMAIL_KEY.test(key) && (typeof value === 'string' || Array.isArray(value)))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string')
    .flatMap((value) => [
      ...matchAddresses(percentDecode(decodeHTML(value.slice(0, 2000))).replace(/^\s*mailto:/i, ''), 10),
    ])
  for (const { email } of emails) yield { email, ...(person && { person }) }
  if (emails.length === 0 && person && isTypedPerson(object)) yield { email: '', person }
}

function isTypedPerson(object: Plain): boolean {
  return [object['@type'] ?? object.type].flat().some((type) => /(?:^|\/)Person$/.test(String(type)))
}

function personOf(object: Plain, kind: 'typed' | 'untyped'): StructuredPerson | undefined {
  const first_name = textAt(object, FIRST_KEYS)
  const last_name = textAt(object, LAST_KEYS)
  const title = textAt(object, TITLE_KEYS)
  const phone = textAt(object, PHONE_KEYS)
  const isPerson = kind === 'untyped' || isTypedPerson(object) || first_name || textAt(object, ['jobTitle'])
  const name = isPerson ? textAt(object, NAME_KEYS) : undefined
  const person: StructuredPerson = {
    ...(name && { name }),
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(isPerson && title && { title }),
    ...(phone && { phone }),
  }
  return Object.keys(person).length > 0 ? person : undefined
}

function textAt(object: Plain, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = Array.isArray(object[key]) ? object[key][0] : object[key]
    if (typeof value === 'string' && value.trim() !== '')
      return decodeHTML(value).replace(/\s+/g, ' ').trim().slice(0, 200)
    if (typeof value === 'number' && /phone|tel/i.test(key)) return String(value)
  }
  return undefined
}
