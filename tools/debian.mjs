import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { progress } from './bootstrap.mjs'

/** What tests start, by its file. Without it, they say what is missing. */
const PROGRAMS = {
  '/usr/lib/dovecot/imap': 'dovecot-imapd',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/openssl': 'openssl',
}

export function ensurePrograms() {
  const missing = Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : name))
  if (missing.length === 0 || !canInstall()) return
  progress(`Installing programs of Debian that tests start: ${missing.join(', ')}.`)
  installFromDebian(...missing)
}

/** Only root can install packages, and only with apt. */
export function canInstall() {
  const file = '/etc/os-release'
  return isRoot() && existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}

/** RUNLEVEL keeps services of the package from being started. */
export function installFromDebian(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { env, stdio: ['ignore', 2, 2] }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
}

export function isRoot() {
  return process.getuid?.() === 0
}
