/** Passwords tried first by everyone who guesses: the head of public breach statistics, eight characters and up. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890
  0123456789 87654321 987654321 11111111 00000000 88888888 66666666 12341234 11223344 12121212 13131313 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertzuiop azertyuiop asdfghjk
  asdfghjkl zxcvbnm1 q1w2e3r4 abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 iloveyou iloveyou1 iloveyou2 sunshine
  princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123 trustno1 welcome1
  welcome12 welcome123 letmein1 letmein123 master123 dragon123 monkey123 shadow123 michael1 jennifer jordan23
  charlie1 computer internet whatever starwars mustang1 corvette liverpool chelsea1 arsenal1 changeme changeme1
  changeme123 admin123 admin1234 administrator root1234 test1234 testtest default1 guest123 secret123 samsung1
  blink182 access14 passwort passwort1 passwort123 hallo123 schalke04 motdepasse soleil123 azerty123 contraseña
  contrasena contraseña1 teamo123 ciaociao juventus juventus1 geheim123 qwerty12345 00001111 99999999 77777777
  55555555 44444444 33333333 22222222 123123123 321321321 159753456 147258369 789456123 741852963 123qweasd
  qweasdzxc qweasd123 q1w2e3r4t5 zaq12wsx !qaz2wsx 1234qwer qwer1234 asdf1234 zxcv1234 pass1234 pass12345
  password! password1! goldpan1 goldpan123`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a password is too easy to guess: widely used, one repeated pattern, or the person's own address. */
export function isPasswordTrivial(password: string, email: string): boolean {
  const plain = password.toLowerCase()
  const local = email.toLowerCase().split('@')[0] ?? ''
  if (COMMON.has(plain) || plain === email.toLowerCase()) return true
  if (local.length >= 4 && plain.replace(/[\d!._-]+$/, '') === local) return true
  return isOnePattern(plain)
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
