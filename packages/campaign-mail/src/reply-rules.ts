import {
  type CompiledRule,
  compileRule,
  type LanguageRules,
  type PhraseLabel,
  type ReadText,
} from './phrases.ts'
import { DUTCH } from './words/replies/dutch.ts'
import { ENGLISH } from './words/replies/english.ts'
import { FRENCH } from './words/replies/french.ts'
import { GERMAN } from './words/replies/german.ts'
import {
  INDIRECT_REFUSALS,
  INDIRECT_STOPS,
  NOT_STOPS,
  type ReplyLanguage,
  SURE_STOPS,
} from './words/replies/indirect-stops.ts'
import { ITALIAN } from './words/replies/italian.ts'
import { SPANISH } from './words/replies/spanish.ts'

/** The rules of a language, with the stops that all languages know in their own words. */
function withIndirectStops(language: ReplyLanguage, rules: LanguageRules): LanguageRules {
  const { stop } = rules
  const ofAllKinds = (kinds: typeof INDIRECT_STOPS) => Object.values(kinds).flatMap((each) => each[language])
  return {
    ...rules,
    stop: {
      ...stop,
      surely: [...(stop.surely ?? []), ...SURE_STOPS[language]],
      says: [...(stop.says ?? []), ...ofAllKinds(INDIRECT_STOPS)],
      saysNot: [...(stop.saysNot ?? []), ...ofAllKinds(INDIRECT_REFUSALS)],
      unless: [...(stop.unless ?? []), ...NOT_STOPS[language]],
    },
  }
}

const LANGUAGES: readonly LanguageRules[] = [
  withIndirectStops('en', ENGLISH),
  withIndirectStops('de', GERMAN),
  withIndirectStops('fr', FRENCH),
  withIndirectStops('es', SPANISH),
  withIndirectStops('it', ITALIAN),
  withIndirectStops('nl', DUTCH),
]

const compileAll = (label: PhraseLabel | 'mocking'): CompiledRule[] =>
  LANGUAGES.map((language) => compileRule(language[label], language.vocabulary))

/** Compiled with what cancels a phrase in any language: some words are phrases of two. */
function compileStrictly(label: PhraseLabel): CompiledRule[] {
  const rules = compileAll(label)
  const unless = rules.flatMap((rule) => rule.unless)
  const unlessSure = rules.flatMap((rule) => rule.unlessSure)
  return rules.map((rule) => ({ ...rule, unless, unlessSure }))
}

/** 'Take me off, will you?' */
const TAG_QUESTION =
  ', ?(?:ja|ok|okay|gell|gel|gelt|bitte|right|will you|would you|could you|hein|d.accord|vale|eh|va bene|oke|toch|goed|he|wilt u|si|oui)\\s?\\?'

/** A question that doesn't ask to do something: 'Do you delete data under Art. 17?' */
const MERE_QUESTION = new RegExp(
  `^(?!.*(?:${TAG_QUESTION}|${LANGUAGES.flatMap(({ vocabulary }) =>
    compileRule({ unless: ['{asking}'] }, vocabulary).unless.map(({ source }) => source),
  ).join('|')})).*\\?`,
)

const COMMON_WORDS = LANGUAGES.map(
  ({ vocabulary }) => compileRule({ says: ['{common}'] }, vocabulary).says[0]!,
)

const stop = compileStrictly('stop').map((rule) => ({ ...rule, unless: [...rule.unless, MERE_QUESTION] }))

/**
 * The stop rules of the languages that a text may be in, to save time. What one language denies isn't a wish in another:
 * both say 'stop'.
 */
export function stopRulesFor({ folded }: ReadText): readonly CompiledRule[] {
  const spoken = stop.filter((_, at) => folded.search(COMMON_WORDS[at]!) >= 0)
  const negation = new RegExp(spoken.map((rule) => rule.negation.source).join('|'))
  return spoken.map((rule) => ({ ...rule, negation }))
}

/** Each label's rules in all languages: short replies don't show theirs. */
export const REPLY_RULES: Readonly<Record<PhraseLabel | 'mocking', readonly CompiledRule[]>> = {
  stop,
  wrong_person: compileAll('wrong_person'),
  meeting: compileAll('meeting'),
  later: compileAll('later'),
  not_interested: compileAll('not_interested'),
  question: compileStrictly('question'),
  interested: compileAll('interested'),
  mocking: compileAll('mocking'),
}
