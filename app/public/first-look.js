// What `core/client/appearance.ts` saved, put on <html> before the first paint; main.tsx checks it field by field a moment later.
try {
  const { theme = 'dark', density = 'compact', redUp = false } = JSON.parse(localStorage.getItem('appearance')) ?? {};
  const asks = (query) => matchMedia(query).matches;
  const system = asks('(prefers-contrast: more)') ? 'contrast' : asks('(prefers-color-scheme: light)') ? 'light' : 'dark';
  Object.assign(document.documentElement.dataset, { theme: theme === 'system' ? system : theme, density, redUp });
} catch {
  // Damaged, or no storage: the default stands on <html> already.
}
