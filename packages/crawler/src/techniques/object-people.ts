import { decodeHTML } from 'entities'
import { percentDecode } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import { fold } from '../page/clean-text.ts'
import { isGivenName } from '../people/given-names.ts'
import { remember } from '../remember.ts'
import type { StructuredPerson } from './technique.ts'

export interface ObjectFinding {
  /** Empty for a person without an address. */
  email: string
  person?: StructuredPerson
  /** Below a key such as 'creator', which names the maker of the website. */
  isMaker?: boolean
}

type Plain = Record<string, unknown>

/** Keys in European languages, compared in lower case, without accents and separators. */
const EMAIL_KEY = /email|^mail|mailto|courriel|^correo|epost|sahkoposti/
const words = (text: string): string[] => text.split(' ')
const NAME_KEYS = words(
  'name fullname displayname personname membername employeename contactname contactperson ansprechpartner kontaktperson vollername nomecompleto nombrecompleto nomcomplet nomeecognome naam volledigenaam navn namn nimi nev nazwiskoimie imieinazwisko jmenoaprijmeni adsoyad nome nom nombre jmeno imie nume ad',
)
const FIRST_KEYS = words(
  'givenname firstname forename vorname prenom nombre nome voornaam fornavn fornamn etunimi keresztnev utonev imie jmeno prenume ad',
)
const LAST_KEYS = words(
  'familyname lastname surname nachname familienname apellido apellidos cognome achternaam etternavn efternavn efternamn sukunimi vezeteknev nazwisko prijmeni sobrenome apelido soyad nom nume',
)
const TITLE_KEYS = words(
  'jobtitle jobrole jobposition role position function funktion occupation designation title job rolename fonction poste ruolo qualifica cargo puesto functie rolle stilling befattning titulli tehtava nimike beosztas stanowisko pozice funkce funcao rol unvan gorev beruf aufgabe zustandigkeit',
)
const PHONE_KEYS = words(
  'telephone phone phonenumber tel mobile telefon directphone directdial phonework workphone officephone telefono telefone telefoon puhelin mobil mobiltelefon handy durchwahl',
)
/** Keys of nested contact details: `{name, contact: {email}}`. */
const CONTACT_KEY =
  /^(?:contacts?|contact_?(?:info|details|data|point)|kontakt(?:daten)?|communication|details|attributes|fields|acf|meta|links|info)$/i

const plainKey = remember((key: string): string => fold(key.slice(0, 60)).replace(/[^\p{L}\d]/gu, ''), 2000)

/** Skips objects without an address in themselves or their contact details, which are most. */
const isTelling = remember((key: string) => EMAIL_KEY.test(plainKey(key)) || CONTACT_KEY.test(key), 2000)

const MAX_OBJECTS = 20_000

/**
 * Finds addresses in parsed data, with name, title and phone of the same object. In 'typed' data (schema.org) only a
 * Person or an object with a job title has a personal name. In other data the caller must judge the name.
 */
export function* readObjects(data: unknown, kind: 'typed' | 'untyped'): Generator<ObjectFinding> {
  const stack: Item[] = [{ item: data, isMaker: false }]
  for (let count = 0; stack.length > 0 && count < MAX_OBJECTS; count++) {
    const { item, owner, isMaker } = stack.pop()!
    if (Array.isArray(item)) {
      stack.push(
        ...item
          .slice(0, 2000)
          .reverse()
          .map((one: unknown) => ({ item: one, isMaker })),
      )
    } else if (item !== null && typeof item === 'object' && !isVisitor(item as Plain)) {
      const person = personOf(item as Plain, kind)
      for (const finding of readObject(item as Plain, ownerOf(person, owner)))
        yield isMaker ? { ...finding, isMaker } : finding
      stack.push(...childrenOf(item as Plain, person, isMaker).reverse())
    }
  }
}

interface Item {
  item: unknown
  owner?: StructuredPerson
  isMaker: boolean
}

const MAKER_KEY = /^(?:creator|author|maintainer|producer|sdPublisher|copyrightHolder)$/
const VISITOR_KEY = /^(?:reviews?|comments?|testimonials?|ratings?)$/i
/** Ignores authors of reviews and comments. */
function isVisitor(object: Plain): boolean {
  return [object['@type']]
    .flat()
    .some((type) => /(?:^|\/)(?:Review|Comment|UserComments|Rating)$/.test(String(type)))
}

function childrenOf(object: Plain, person: StructuredPerson | undefined, isMaker: boolean): Item[] {
  return Object.entries(object)
    .filter(([key, value]) => value !== null && typeof value === 'object' && !VISITOR_KEY.test(key))
    .map(([key, item]) => ({
      item,
      isMaker: isMaker || MAKER_KEY.test(key),
      ...(person && isSomebody(person) && CONTACT_KEY.test(key) && { owner: person }),
    }))
}

/** False for `{name: 'Oak Ltd', contact: {…}}`, which is a business. */
function isSomebody({ name = '', first_name, last_name }: StructuredPerson): boolean {
  return Boolean(first_name && last_name) || isGivenName(name.split(/[\s,]/)[0]!)
}

/** The object's own fields win over its owner's. */
function ownerOf(
  person: StructuredPerson | undefined,
  owner: StructuredPerson | undefined,
): StructuredPerson | undefined {
  const isNamed = person?.name || person?.first_name || person?.last_name
  return isNamed || !owner ? person : { ...owner, ...person }
}

function* readObject(object: Plain, person: StructuredPerson | undefined): Generator<ObjectFinding> {
  const emails = Object.entries(object)
    .filter(
      ([key, value]) => (typeof value === 'string' || Array.isArray(value)) && EMAIL_KEY.test(plainKey(key)),
    )
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
  if (!Object.keys(object).some(isTelling) && !isTypedPerson(object)) return undefined
  const values = new Map(Object.entries(object).map(([key, value]) => [plainKey(key), value]))
  const first = textAt(values, FIRST_KEYS)
  const last = textAt(values, LAST_KEYS)
  const isSplit = first !== undefined && last !== undefined && first !== last
  const first_name = isSplit || values.has('firstname') || values.has('vorname') ? first : undefined
  const last_name = isSplit ? last : undefined
  const title = textAt(values, TITLE_KEYS)
  const phone = textAt(values, PHONE_KEYS)
  const isPerson = kind === 'untyped' || isTypedPerson(object) || first_name || values.has('jobtitle')
  const name = isPerson && !isSplit ? textAt(values, NAME_KEYS) : undefined
  const person: StructuredPerson = {
    ...(name && { name }),
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(isPerson && title && { title }),
    ...(phone && { phone }),
  }
  return Object.keys(person).length > 0 ? person : undefined
}

function textAt(values: ReadonlyMap<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = values.get(key)
    if (found === undefined || found === null) continue
    const value = Array.isArray(found) ? found[0] : (rendered(found) ?? found)
    if (typeof value === 'string' && value.trim() !== '')
      return decodeHTML(value).replace(/\s+/g, ' ').trim().slice(0, 200)
    if (typeof value === 'number' && /phone|tel/i.test(key)) return String(value)
  }
  return undefined
}

/** WordPress: `"title": {"rendered": "Maria Huber"}`. */
function rendered(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Plain).rendered : undefined
}
