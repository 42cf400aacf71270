import type { Page } from '@playwright/test';

/** Left and upper edge of the controls of the header, of the order ticket and of the bar of open orders, by their names without numbers. */
export const placesOf = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const bars =
      'header button, form[data-keep-clear] input, form[data-keep-clear] [type=submit], [data-panel="panel-orders/open-orders"] [aria-label=Filter]';
    const nameOf = (one: HTMLElement): string => {
      if (one.getAttribute('type') === 'submit') return 'submit';
      const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])].map(({ textContent }) => textContent).join() : '';
      const name = one.getAttribute('aria-label') ?? (labels === '' ? (one.textContent ?? '') : labels);
      // Prices, counts and states are on some of them.
      return name.replace(/[:,].*|[\d.,+−–%▲▼]+.*/, '').trim();
    };
    const places: Record<string, string> = {};
    for (const one of document.querySelectorAll<HTMLElement>(bars)) {
      const { left, top, width } = one.getBoundingClientRect();
      if (width > 0) places[nameOf(one)] = `${Math.round(left)} ${Math.round(top)}`;
    }
    return places;
  });
