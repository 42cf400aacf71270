import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Kathmandu, which no machine of ours keeps: 5 hours and 45 minutes ahead of UTC. */
export const kathmanduMs = (5 * 60 + 45) * 60_000;

/** On the page of settings. */
export async function chooseKathmandu(page: Page): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.pressSequentially('kathmandu');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue(/UTC\+5:45/);
}

/** `2026-11-20 14:03:07.123` so many ms ahead of UTC. */
const stampAt = (utc: string, ahead: number): string =>
  new Date(Date.parse(utc) + ahead).toISOString().replace('T', ' ').slice(0, 'yyyy-mm-dd hh:mm:ss.mmm'.length);

/** The times of a place: in UTC, in words, and the whole of them as hovering shows it. */
export const timesIn = (place: Locator) =>
  place
    .locator('time')
    .evaluateAll((all) =>
      all.map((one) => ({ utc: one.getAttribute('datetime') ?? '', text: one.textContent ?? '', stamp: one.getAttribute('title') ?? '' })),
    );

/** None of the times of a place stands in another zone. */
export async function tellsKathmandu(place: Locator): Promise<void> {
  await expect(place.locator('time').first()).toBeVisible();
  const others = async () =>
    (await timesIn(place)).filter(({ utc, text, stamp }) => {
      const wanted = stampAt(utc, kathmanduMs);
      return stamp !== wanted || !text.endsWith(wanted.slice(11, 19));
    });
  await expect.poll(others).toEqual([]);
}

/** What a page writes on its canvases from its next address on; `forget` begins anew. */
export async function writingOf(page: Page) {
  await page.addInitScript(() => {
    const written = new Set<string>();
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function write(text, ...place) {
      written.add(text);
      fillText.call(this, text, ...place);
    };
    Object.assign(window, { written });
  });
  const texts = (): Promise<readonly string[]> => page.evaluate(() => [...(Reflect.get(window, 'written') as Set<string>)]);
  return {
    /** Under the bars of a chart, which alone tells a time without seconds. */
    clocks: async () => (await texts()).filter((text) => /^\d\d:\d\d$/.test(text)),
    forget: () => page.evaluate(() => (Reflect.get(window, 'written') as Set<string>).clear()),
  };
}
/** A clock so many ms later. */
export const clockLater = (clock: string, ms: number): string => stampAt(`2026-01-05T${clock}Z`, ms).slice(11, 16);
