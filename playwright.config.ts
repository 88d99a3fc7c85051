import { randomUUID } from 'node:crypto'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensureBuilt } from './tools/build.mjs'

// Before the servers start, which would otherwise both build at once.
ensureBuilt()

/** Each run works on an installation of its own, which makes this folder: whoever only reads this file leaves none. */
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), `goldpan-e2e-${randomUUID()}`)
process.env.E2E_DATA_DIR = dataDir
const port = Number(process.env.E2E_PORT ?? 3170)
const strictPort = port + 1
/** Sweeps over every screen and whole walks: `npm run test:long`, before a release. */
const LONG = /\.long\.spec\.ts$/
/** Single journeys that the long gate runs. */
const TAGGED = /@long/
/** On the installation that asks everybody for the bot check. */
const STRICT = /\.strict\.(long\.)?spec\.ts$/
/** All roles in one process, or two web, three worker and one inbound process behind a proxy. */
const program = process.env.E2E_PROCESSES === 'many' ? 'apps/server/test/scale/serve.ts' : 'main'

/**
 * Turns off browser UI that no test looks at: its processes are half the cost of opening a page. A second switch replaces
 * the first, so the features that Playwright turns off are repeated here.
 */
const turnedOff = [
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUISplitTabsButton',
  'WebUIToolbar',
  'WebUILocationBar',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'PreloadTopChromeWebUILessNavigations',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'BlockOriginHeaderModificationOnRedirect',
  'AutoDeElevate',
  'OptimizationHints',
]

/** One installation lets tests in without a puzzle; the other asks everybody, as the product does by default. */
const server = (name: string, serverPort: number, environment: Record<string, string>) => ({
  name,
  // The launcher stops the server when Playwright is killed, which then can't stop it any more.
  command: `node tools/run.mjs ${program}`,
  url: `http://localhost:${serverPort}/api/health/ready`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 8000 },
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  env: {
    NODE_ENV: 'test',
    PORT: String(serverPort),
    DATA_DIR: join(dataDir, name),
    INBOUND_SMTP_PORT: '0',
    INBOUND_WEBHOOK_SECRET: 'journeys-post-raw-mail',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...environment,
  },
})

export default defineConfig({
  testDir: 'e2e',
  // Only a broken promise takes that long. A machine with much else to do stalls for seconds.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  fullyParallel: true,
  // One more than cores: a journey waits for its browser and its server in turn, and leaves a third of a core idle.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // A trace of every step costs a third of the time; TRACE=on keeps those of failures.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A button that still moves is waited for; how things move is looked at in components.spec.ts.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${turnedOff.join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'journeys', testIgnore: [STRICT, LONG], grepInvert: TAGGED },
    { name: 'long-journeys', testIgnore: [STRICT, LONG], grep: TAGGED },
    {
      name: 'strict',
      testMatch: STRICT,
      testIgnore: LONG,
      grepInvert: TAGGED,
      use: { baseURL: `http://localhost:${strictPort}` },
    },
    { name: 'long', testMatch: LONG, testIgnore: STRICT },
    {
      name: 'long-strict',
      testMatch: STRICT,
      grep: /\.long\.spec\.ts|@long/,
      use: { baseURL: `http://localhost:${strictPort}` },
    },
  ],
  webServer: [
    server('open', port, {
      BOT_CHECK: 'off',
      MAILBOX_ALLOW_PRIVATE: `localhost:${port + 2}`,
      // Journeys of mailboxes start these servers.
      GOOGLE_OAUTH_CLIENT_ID: 'google-client',
      GOOGLE_OAUTH_CLIENT_SECRET: 'GOCSPX-for-tests',
      GOOGLE_OAUTH_URL: `http://127.0.0.1:${port + 3}`,
      GOOGLE_API_URL: `http://127.0.0.1:${port + 4}`,
      MAILBOX_POLL_SECONDS: '1',
    }),
    server('strict', strictPort, {}),
  ],
})
