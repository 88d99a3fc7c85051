import { attributeText } from './attribute-text.ts'
import { bareWords } from './bare-words.ts'
import { base64Literal } from './base64-literal.ts'
import { bracketWords } from './bracket-words.ts'
import { cloudflare } from './cloudflare.ts'
import { componentProps } from './component-props.ts'
import { composeLink } from './compose-link.ts'
import { cryptx } from './cryptx.ts'
import { cssContent } from './css-content.ts'
import { customSeparator } from './custom-separator.ts'
import { dataAttributes } from './data-attributes.ts'
import { functionArguments } from './function-arguments.ts'
import { hcard } from './hcard.ts'
import { hexCode } from './hex-code.ts'
import { imageAt } from './image-at.ts'
import { joomla } from './joomla.ts'
import { jsState } from './js-state.ts'
import { jsonLd } from './json-ld.ts'
import { mailto } from './mailto.ts'
import { microdata } from './microdata.ts'
import { nospamWords } from './nospam-words.ts'
import { plainText } from './plain-text.ts'
import { reversed } from './reversed.ts'
import { rot13Cloak } from './rot13.ts'
import { scriptText } from './script-text.ts'
import { spacedAt } from './spaced-at.ts'
import { spamspan } from './spamspan.ts'
import { splitElements } from './split-elements.ts'
import { statedSign } from './stated-sign.ts'
import { streamedState } from './streamed-state.ts'
import type { Technique } from './technique.ts'
import { typo3 } from './typo3.ts'

/** All techniques, best evidence first. To add one: write its file, name it here. */
export const techniques: readonly Technique[] = [
  jsonLd,
  microdata,
  hcard,
  mailto,
  composeLink,
  cloudflare,
  typo3,
  joomla,
  rot13Cloak,
  spamspan,
  cryptx,
  reversed,
  plainText,
  splitElements,
  imageAt,
  streamedState,
  scriptText,
  bracketWords,
  spacedAt,
  statedSign,
  customSeparator,
  functionArguments,
  base64Literal,
  hexCode,
  cssContent,
  dataAttributes,
  attributeText,
  componentProps,
  jsState,
  bareWords,
  nospamWords,
]
