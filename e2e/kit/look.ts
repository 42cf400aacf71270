import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** For eyes: `TESSERA_LOOKS=<folder>` keeps a picture of every step. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.TESSERA_LOOKS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
