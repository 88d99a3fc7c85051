import { type CompiledRule, compileRule, type LanguageRules, type PhraseLabel } from './phrases.ts'
import { DUTCH } from './words/replies/dutch.ts'
import { ENGLISH } from './words/replies/english.ts'
import { FRENCH } from './words/replies/french.ts'
import { GERMAN } from './words/replies/german.ts'
import { ITALIAN } from './words/replies/italian.ts'
import { SPANISH } from './words/replies/spanish.ts'

const LANGUAGES: readonly LanguageRules[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH]

const compileAll = (label: PhraseLabel | 'mocking'): CompiledRule[] =>
  LANGUAGES.map((language) => compileRule(language[label], language.vocabulary))

/** Compiled with what cancels a phrase in any language: some words are phrases of two. */
function compileStrictly(label: PhraseLabel): CompiledRule[] {
  const rules = compileAll(label)
  const unless = rules.flatMap((rule) => rule.unless)
  return rules.map((rule) => ({ ...rule, unless }))
}

/** Each label's rules in all languages: short replies don't show theirs. */
export const REPLY_RULES: Readonly<Record<PhraseLabel | 'mocking', readonly CompiledRule[]>> = {
  stop: compileStrictly('stop'),
  wrong_person: compileAll('wrong_person'),
  meeting: compileAll('meeting'),
  later: compileAll('later'),
  not_interested: compileAll('not_interested'),
  question: compileStrictly('question'),
  interested: compileAll('interested'),
  mocking: compileAll('mocking'),
}
