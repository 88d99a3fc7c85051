import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { progress } from './bootstrap.mjs'

const DOVECOT = '/usr/lib/dovecot/imap'

/** Installs the IMAP server that the tests of reading mailboxes start. Without it, these say what is missing. */
export function ensureDovecot() {
  if (existsSync(DOVECOT) || !canInstall()) return
  progress("Installing Debian's Dovecot for the tests of reading mailboxes.")
  installFromDebian('dovecot-imapd')
}

/** Only root can install packages, and only with apt. */
export function canInstall() {
  const file = '/etc/os-release'
  return isRoot() && existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}

/** RUNLEVEL keeps services of the package from being started. */
export function installFromDebian(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { env, stdio: ['ignore', 2, 2] }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}

export function isRoot() {
  return process.getuid?.() === 0
}
