import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. Runs on the thread pool. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Returns an Argon2id hash in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: normalize(password), nonce })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Checks with the cost that the stored hash names. */
export async function isPasswordRight(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored)
  if (!parts) return false
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [nonce, tag] = parts.slice(4, 6).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  const given = await derive('argon2id', {
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
    message: normalize(password),
    nonce,
  })
  return timingSafeEqual(given, tag)
}

/** The same password typed on two keyboards must match (NIST SP 800-63B, Unicode normalisation). */
const normalize = (password: string) => Buffer.from(password.normalize('NFKC'))

let breached: Promise<ReadonlySet<string>> | undefined

/** The 50,000 most used passwords of public breaches (zxcvbn's list), in lower case. Loaded on first use. */
export function breachedPasswords(): Promise<ReadonlySet<string>> {
  breached ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return breached
}

/** Missing in that list: other languages, other keyboards, and our own name. */
const COMMON_PASSWORDS = new Set(
  `password1234 p@ssw0rd p@ssword password! password1! passw0rd1 0123456789 88888888 12341234 1q2w3e4r5t 1qaz2wsx3edc
  qwertzuiop azertyuiop abcdefghi iloveyou2 letmein123 master123 monkey123 shadow123 welcome12 changeme1 changeme123
  admin123 admin1234 administrator root1234 test1234 testtest default1 guest123 secret123 passwort passwort1
  passwort123 hallo123 schalke04 motdepasse soleil123 azerty123 contraseña contrasena contraseña1 teamo123 ciaociao
  geheim123 qwerty12345 00001111 147258369 741852963 123qweasd qweasdzxc qweasd123 q1w2e3r4t5 zaq12wsx !qaz2wsx 1234qwer
  qwer1234 asdf1234 zxcv1234 pass1234 pass12345 goldpan1 goldpan123 goldpan1234`.split(/\s+/),
)

/** Breached, widely used, one repeated pattern, or the person's own address. */
export async function isPasswordTrivial(password: string, email: string): Promise<boolean> {
  return (await loadPasswordRule())(password, email)
}

/** Loads the list up front, for callers that read the address inside a transaction. */
export async function loadPasswordRule(): Promise<(password: string, email: string) => boolean> {
  const list = await breachedPasswords()
  return (password, email) => isTrivial(password, email, list)
}

function isTrivial(password: string, email: string, list: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase()
  const local = email.toLowerCase().split('@')[0] ?? ''
  if (COMMON_PASSWORDS.has(plain) || plain === email.toLowerCase()) return true
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
