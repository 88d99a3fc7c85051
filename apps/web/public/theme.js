// Runs before the first paint, so that a chosen theme never flashes; a file of its own because inline scripts are refused.
try {
  const theme = localStorage.getItem('goldpan.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}

// Zod tries whether it may make functions out of text, unless it is told before it loads; each try would be reported as
// a violation of the content security policy. It keeps its settings here (zod/v4/core/core.js, globalConfig).
globalThis.__zod_globalConfig = { jitless: true }
