import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** The same page in both themes; ends in the dark one. */
export async function lookInThemes(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
    await look(page, `${name}-${theme}`);
  }
}

/** For eyes: `TESSERA_LOOKS=<folder>` keeps a picture of every step. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.TESSERA_LOOKS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  // What fades from one theme to the other is not caught halfway.
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}
