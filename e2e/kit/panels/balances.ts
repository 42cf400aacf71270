import type { Page } from '@playwright/test';
import { Workspace } from '../workspace.ts';

/** What all that he holds is worth, and in what. */
export async function equityOn(page: Page): Promise<{ readonly worth: number; readonly unit: string }> {
  const told = await page.locator('[data-panel="panel-balances/balances"]').innerText();
  const [, worth = '', unit = ''] = /Equity[\s≥]+([\d,.]+)\s+([A-Z]+)/.exec(told) ?? [];
  return { worth: Number(worth.replaceAll(',', '')), unit };
}

export const unitOn = async (page: Page): Promise<string> => (await equityOn(page)).unit;

/** Where its tab has room. */
export const showBalances = async (page: Page): Promise<void> => void (await new Workspace(page).table('Balances'));
