// What `core/client/appearance.ts` saved, put on <html> before the first paint; main.tsx checks it field by field a moment later.
try {
  const { theme = 'dark', density = 'compact', redUp = false } = JSON.parse(localStorage.getItem('appearance')) ?? {};
  const asks = (query) => matchMedia(query).matches;
  const system = asks('(prefers-contrast: more)') ? 'contrast' : asks('(prefers-color-scheme: light)') ? 'light' : 'dark';
  Object.assign(document.documentElement.dataset, { theme: theme === 'system' ? system : theme, density, redUp });
} catch {
  // Damaged, or no storage: the default stands on <html> already.
}

// A page of the public site says where it is in every language: whoever has chosen another one that is offered is taken there.
try {
  const { lang, dataset } = document.documentElement;
  const chosen = localStorage.getItem('lang');
  if (dataset.page !== undefined) {
    if (localStorage.getItem('user') !== null) dataset.signedIn = '';
    if (chosen !== lang && (dataset.languages ?? '').split(' ').includes(chosen)) {
      const page = dataset.page.includes('?') ? dataset.page : dataset.page + location.search + location.hash;
      location.replace((chosen === 'en' ? '' : `/${chosen}`) + page);
    }
  }
} catch {
  // No storage: the page stays in the language of its address.
}
