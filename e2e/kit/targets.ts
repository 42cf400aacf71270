import type { Page } from '@playwright/test';

/** Lines of the order book are lower by design, a slider is held by its thumb, and a link in a text is as high as the text. */
const exempt = '[role=option], input[type=range], p a';
const targets = 'a[href], button, input, select, summary, textarea, [role=button], [role=tab], [role=radio], [role=menuitem]';

/** What can be tapped on the page and is smaller than this, one line per element. A label belongs to its box. */
export const smallTargets = (page: Page, leastPx: number): Promise<readonly string[]> =>
  page.evaluate(
    ({ least, wanted, without }) =>
      [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
        if (element.matches(without) || element.closest('[inert]') !== null) return [];
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
        const { bottom } = element.getBoundingClientRect();
        // Above the page: what only comes with the keyboard.
        if (bottom <= 0 || (width >= least && height >= least)) return [];
        const name = element.ariaLabel ?? element.textContent.trim();
        return [`${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(width)}×${Math.round(height)} ${element.className}`];
      }),
    { least: leastPx - 0.5, wanted: targets, without: exempt },
  );
