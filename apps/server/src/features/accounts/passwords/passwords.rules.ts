let breached: Promise<ReadonlySet<string>> | undefined

/**
 * The most used passwords of public breaches (zxcvbn's list, some 50,000), in lower case: in memory only where somebody
 * has chosen one.
 */
export function breachedPasswords(): Promise<ReadonlySet<string>> {
  breached ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return breached
}

/** What that list lacks: guesses in other languages, on other keyboards, and our own name. */
const GUESSED = new Set(
  `password1234 p@ssw0rd p@ssword password! password1! passw0rd1 0123456789 88888888 12341234 1q2w3e4r5t 1qaz2wsx3edc
  qwertzuiop azertyuiop abcdefghi iloveyou2 letmein123 master123 monkey123 shadow123 welcome12 changeme1 changeme123
  admin123 admin1234 administrator root1234 test1234 testtest default1 guest123 secret123 passwort passwort1
  passwort123 hallo123 schalke04 motdepasse soleil123 azerty123 contraseña contrasena contraseña1 teamo123 ciaociao
  geheim123 qwerty12345 00001111 147258369 741852963 123qweasd qweasdzxc qweasd123 q1w2e3r4t5 zaq12wsx !qaz2wsx 1234qwer
  qwer1234 asdf1234 zxcv1234 pass1234 pass12345 goldpan1 goldpan123 goldpan1234`.split(/\s+/),
)

/** Whether a password is too easy to guess: breached, widely used, one repeated pattern, or the person's own address. */
export async function isPasswordTrivial(password: string, email: string): Promise<boolean> {
  return (await loadPasswordRule())(password, email)
}

/** Loads the list first, for callers that learn the address inside a transaction. */
export async function loadPasswordRule(): Promise<(password: string, email: string) => boolean> {
  const list = await breachedPasswords()
  return (password, email) => isTrivial(password, email, list)
}

function isTrivial(password: string, email: string, list: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase()
  const local = email.toLowerCase().split('@')[0] ?? ''
  if (GUESSED.has(plain) || plain === email.toLowerCase()) return true
  if (local.length >= 4 && plain.replace(/[\d!._-]+$/, '') === local) return true
  return isOnePattern(plain) || list.has(plain)
}

/** 'aaaaaaaa', 'abababab', 'abcabcabc'. */
function isOnePattern(text: string): boolean {
  for (let length = 1; length <= 4; length++)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true
  return false
}
