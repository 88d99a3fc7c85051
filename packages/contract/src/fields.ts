import { LONG_TEXT_MAX, longText, optionalLine } from './text.ts'

interface Field {
  label: string
  /** How it is entered and shown. `text` has several lines, every other kind one. */
  kind: 'name' | 'line' | 'phone' | 'email' | 'website' | 'text'
  /** In characters. */
  max: number
  isRequired?: true
}

interface ProspectField extends Field {
  /** Its name in templates. An unsent email becomes stale when the value of such a field changes. */
  placeholder?: { name: string; label: string }
  /** The name of this field in an access request. Fields without one are left out. */
  toldAs?: string
}

/**
 * The user-editable fields of a prospect. Routes, CSV import and export, placeholders, provenance and the staleness
 * of written emails are derived from this list. A new field needs a column in `prospects`.
 */
export const prospectFields = {
  email: {
    label: 'Email',
    kind: 'email',
    max: 254,
    isRequired: true,
  },
  first_name: {
    label: 'First name',
    kind: 'name',
    max: 100,
    placeholder: { name: 'firstName', label: 'First name' },
    toldAs: 'your name',
  },
  last_name: {
    label: 'Last name',
    kind: 'name',
    max: 100,
    placeholder: { name: 'lastName', label: 'Last name' },
    toldAs: 'your name',
  },
  title: {
    label: 'Title',
    kind: 'line',
    max: 200,
    placeholder: { name: 'title', label: 'Job title' },
    toldAs: 'your role',
  },
  phone: {
    label: 'Phone',
    kind: 'phone',
    max: 60,
    toldAs: 'a telephone number',
  },
  business_name: {
    label: 'Company',
    kind: 'line',
    max: 300,
    placeholder: { name: 'businessName', label: 'Business name' },
    toldAs: 'the business it belongs to',
  },
  notes: { label: 'Notes', kind: 'text', max: LONG_TEXT_MAX },
} as const satisfies Record<string, ProspectField>

/** The user-editable fields of a business. A new field needs a column in `businesses`. */
export const businessFields = {
  name: {
    label: 'Business name',
    kind: 'line',
    max: 300,
    isRequired: true,
  },
  address: {
    label: 'Address',
    kind: 'line',
    max: 500,
    isRequired: true,
  },
  website: {
    label: 'Website',
    kind: 'website',
    max: 2000,
  },
  phone: { label: 'Phone', kind: 'phone', max: 60 },
  email: { label: 'Email', kind: 'email', max: 254 },
  notes: { label: 'Notes', kind: 'text', max: LONG_TEXT_MAX },
} as const satisfies Record<string, Field>

type Prospect = typeof prospectFields
type Business = typeof businessFields
/** The names of the fields with a property like this. */
type NamesWith<Fields, Property> = {
  [Name in keyof Fields]: Fields[Name] extends Property ? Name : never
}[keyof Fields]
type Optional<Fields> = Exclude<keyof Fields, NamesWith<Fields, { isRequired: true }>>

export type OptionalProspectField = Optional<Prospect>
export type OptionalBusinessField = Optional<Business>
export type NameField = NamesWith<Prospect, { kind: 'name' }>
export type PlaceholderField = NamesWith<Prospect, { placeholder: object }>
export type FieldPlaceholder = Prospect[PlaceholderField]['placeholder']['name']
type ToldField = NamesWith<Prospect, { toldAs: string }>

const namesOf = <Name extends string, Declared>(
  fields: Record<Name, Declared>,
  matches: (field: Declared) => boolean = () => true,
) => (Object.keys(fields) as Name[]).filter((name) => matches(fields[name]))

const prospect: Record<keyof Prospect, ProspectField> = prospectFields
const business: Record<keyof Business, Field> = businessFields
const isOptional = ({ isRequired }: Field) => !isRequired
const isText = ({ kind }: Field) => kind === 'text'

export const optionalProspectFields = namesOf(prospect, isOptional) as OptionalProspectField[]
export const nameFields = namesOf(prospect, ({ kind }) => kind === 'name') as NameField[]
export const placeholderFields = namesOf(prospect, (field) => !!field.placeholder) as PlaceholderField[]
export const toldFields = namesOf(prospect, (field) => !!field.toldAs) as ToldField[]
export const optionalBusinessFields = namesOf(business, isOptional) as OptionalBusinessField[]
/** Files have multi-line texts after the one-line fields. */
export const prospectLines = namesOf(prospect, (field) => !isText(field))
export const prospectTexts = namesOf(prospect, isText)
export const businessFieldNames = namesOf(business)

/** An object with a value for each name. */
export const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>

/** The values of a row for these names. */
export const pick = <Name extends string, Row extends Record<Name, unknown>>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> => mapNames(names, (name) => row[name]) as Pick<Row, Name>

/** An optional field of a request: empty becomes null. */
export const optionalInput = (field: Field) =>
  isText(field)
    ? longText(field.max)
        .nullish()
        .transform((value) => value || null)
    : optionalLine(field.max)
