import {
  type FieldPlaceholder,
  type NameField,
  nameFields,
  pick,
  placeholderFields,
  prospectFields,
} from '@goldpan/contract/fields'
import { type MissingValue, placeholders } from '@goldpan/contract/writing'
import type { RecipientFacts } from '../campaigns/texts.ts'
import { nameTrade } from './trades.rules.ts'
import { type Facts, toWebsite } from './writing.rules.ts'

export interface Person extends Record<NameField | 'business_name', string | null> {
  id: string | null
  prospect_id: string | null
  email: string
  further_fields: Record<string, string>
}

export interface FactsOfAll {
  senderName: string
  /** The language of the text, in which a trade is named. */
  language: string | null
}

export const toFacts = (
  person: Person,
  known: RecipientFacts | null,
  { senderName, language }: FactsOfAll,
): Facts => ({
  ...toFieldFacts({
    ...person.further_fields,
    ...pick(person, nameFields),
    business_name: person.business_name,
  }),
  city: known?.city ?? null,
  website: toWebsite(known?.website ?? null),
  trade: known && language ? nameTrade(known, language) : null,
  senderName: senderName || null,
})

const toFieldFacts = (values: Record<string, string | null>) =>
  Object.fromEntries(
    placeholderFields.map((field) => [prospectFields[field].placeholder.name, values[field] ?? null]),
  ) as Record<FieldPlaceholder, string | null>

/** Stands in while a campaign has no recipients. */
export const SAMPLE: Person & RecipientFacts = {
  id: null,
  prospect_id: null,
  email: 'sam@bakery.example',
  first_name: 'Sam',
  last_name: 'Rivers',
  further_fields: { title: 'Owner' },
  business_name: 'Rivers Bakery',
  city: 'Goldwater',
  website: 'https://bakery.example',
  category: 'bakery',
  searched: null,
  site_text: null,
}

const NAMES_SHOWN = 10

export const countMissing = (people: readonly { name: string; facts: Facts }[]): MissingValue[] =>
  placeholders.map(({ name }) => {
    const without = people.filter(({ facts }) => !facts[name]?.trim())
    const recipients = without.slice(0, NAMES_SHOWN).map((person) => person.name)
    return { name, count: without.length, recipients }
  })
