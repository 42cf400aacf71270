import { expect, type Page } from '@playwright/test';
import { languageKey, languages } from '../../core/client/settings/language.ts';
import { look } from './look.ts';
import { ForeignTexts, sticksOut, textsOn } from './page-texts.ts';

export type Place = readonly [width: number, height: number, theme: 'dark' | 'light'];

export const laptop: Place = [1366, 768, 'dark'];
export const phone: Place = [390, 844, 'light'];

/**
 * A page that is loaded once in each language has no foreign words, and nothing that sticks out of it anywhere; ends in English on a laptop.
 * Signs are as wide in the one Chinese as in the other, which is looked at where there is most room and least.
 */
export async function readsWell(page: Page, name: string, path: string, ready: string, places: readonly Place[]): Promise<void> {
  // Wherever it stands, it has its origin.
  if (page.url() === 'about:blank') await page.goto('/healthz');
  for (const language of languages) {
    await speak(page, language);
    await open(page, path);
    await expect(page.locator(ready).first()).toBeVisible();
    // What the page asks for when it opens is read as well.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const foreign = new ForeignTexts(language);
    for (const [width, height, theme] of language === 'zh-TW' ? ends(places) : places) {
      await page.setViewportSize({ width, height });
      await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
      expect(foreign.among(await textsOn(page)), `${name} in ${language} at ${width} px`).toEqual([]);
      // The markets of a phone's header go on to the side, and are wiped.
      const sticks = async () => (await sticksOut(page)).filter((text) => width > 768 || !text.includes('BTCUSDT'));
      await expect.poll(sticks, `${name} in ${language} at ${width} px`).toEqual([]);
      await look(page, `${name}-${language}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await speak(page, 'en');
  await open(page, path);
}

/** An address with a fragment is not loaded anew by going there. */
const open = (page: Page, path: string): Promise<unknown> => (page.url().endsWith(path) ? page.reload() : page.goto(path));

/** The first place and the narrowest. */
const ends = (places: readonly Place[]): readonly Place[] =>
  places.filter((one, at) => at === 0 || places.every(([width]) => width >= one[0]));

/** As this browser keeps it, for the pages from the next on. */
const speak = (page: Page, language: string): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
