interface EastAsianName {
  first_name: string
  last_name: string
}

const HAN = '\\u3400-\\u9fff々'
const KANA = '\\u3041-\\u3096\\u30a1-\\u30fc'
const HANGUL = '\\uac00-\\ud7a3'
const SPACED = new RegExp(`^([${HAN}${KANA}]{1,5})[\\s\\u3000・]([${HAN}${KANA}]{1,6})$`)
const CHINESE = new RegExp(`^([${HAN}])([${HAN}]{1,2})$`)
const JAPANESE = new RegExp(`^([${HAN}]{2})([${HAN}${KANA}]{2,3})$`)
const KOREAN = new RegExp(`^([${HANGUL}])\\s?([${HANGUL}]{1,3})$`)
const COMPOUND_SURNAME = /^(?:欧阳|司马|上官|诸葛|東方|歐陽|司馬|諸葛|남궁|황보|선우|제갈)/
const LABEL =
  /(?:代表取締役社長|代表取締役|代表者?|担当者?|責任者|店長|社長|院長|園長|館長|氏名|お名前|联系人|聯絡人|联络人|负责人|負責人|总经理|經理|经理|老板|담당자?|대표(?:이사|자)?|원장|성명|이름)\s*[:：]?\s*/g
const NAME = new RegExp(
  `^(?:[${HAN}${KANA}]{1,4}[ \\u3000][${HAN}${KANA}]{1,5}|[${HAN}]{2,4}|[${HANGUL}]{2,4})(?![${HAN}${KANA}${HANGUL}])`,
)

export const EAST_ASIAN = new RegExp(`[${HAN}${KANA}${HANGUL}]`)

/** Splits a name in Chinese, Japanese or Korean script, which starts with the family name. */
export function splitEastAsianName(text: string): EastAsianName | undefined {
  if (!EAST_ASIAN.test(text)) return undefined
  const bare = text.replace(/(?:\s|\u3000)*(?:様|さん|氏|先生|女士|小姐|님|씨)$/, '')
  if (COMPOUND_SURNAME.test(bare) && bare.length > 2)
    return { last_name: bare.slice(0, 2), first_name: bare.slice(2).trim() }
  const parts = SPACED.exec(bare) ?? CHINESE.exec(bare) ?? JAPANESE.exec(bare) ?? KOREAN.exec(bare)
  return parts ? { last_name: parts[1]!, first_name: parts[2]! } : undefined
}

/** After a name: the person's role or a form of address. */
const FUNCTION =
  /^(?:总经理|副总经理|总监|经理|經理|主任|部长|科长|部長|課長|係長|次長|店長|社長|専務|常務|取締役|教授|医生|律师|이사|대표|부장|과장|팀장|실장|차장|대리|주임|사장|원장|소장|매니저)/
const ADDRESSED = /^(?:先生|女士|小姐|老师|様|さん|氏|님|씨)/
/** Labels that introduce a contact person without naming a role. */
const ASKED = /^(?:担当者?|联系人|聯絡人|联络人|氏名|お名前|성명|이름|담당자?)$/
const ITEM =
  /^(?:邮箱|邮件|電郵|电邮|电话|電話|手机|手機|传真|傳真|地址|微信|メール|携帯|住所|連絡先|이메일|메일|전화|연락처|주소|팩스)/

/** Finds names after a label such as 担当, 联系人 or 담당자. */
export function findEastAsianNames(
  text: string,
): { from: number; to: number; name: EastAsianName; title?: string }[] {
  if (!EAST_ASIAN.test(text)) return []
  return [...text.matchAll(LABEL)].flatMap((match) => {
    const from = match.index + match[0].length
    const rest = text.slice(from, from + 16)
    const written = nameIn(NAME.exec(rest)?.[0])
    const name = written && splitEastAsianName(written)
    if (!name) return []
    const label = match[0].replace(/\s*[:：]?\s*$/, '')
    const title =
      FUNCTION.exec(rest.slice(written.length).trim())?.[0] ?? (ASKED.test(label) ? undefined : label)
    return [{ from, to: from + written.length, name, ...(title && { title }) }]
  })
}

/** '王小明 邮箱' is a name and the word for email, '王小明 经理' a name and a role. */
function nameIn(written: string | undefined): string | undefined {
  const [first = '', second = ''] = written?.split(/[ \u3000]/) ?? []
  return [ITEM, FUNCTION, ADDRESSED].some((pattern) => pattern.test(second)) ? first : written
}
