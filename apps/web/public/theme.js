// Runs before the first paint, so that a chosen theme never flashes; a file of its own because inline scripts are refused.
try {
  const theme = localStorage.getItem('goldpan.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}
