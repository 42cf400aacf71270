/** Marks style sheets that could not be loaded. Nobody else asks for them again: the bundler's loader takes each for loaded after one try. */
export function markLostStyles(view: Window): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.lost = '';
  };
  view.addEventListener('error', onError, true);
}

/** Asks for them again, together with the code that they belong to. */
export function renewLostStyles(page: Document): void {
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[data-lost]')) {
    const fresh = page.createElement('link');
    fresh.rel = link.rel;
    fresh.crossOrigin = link.crossOrigin;
    fresh.href = link.href;
    link.replaceWith(fresh);
  }
}
