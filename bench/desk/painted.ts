import type { Page } from '@playwright/test';
import { launchChromium } from '../../e2e/kit/chromium.ts';
import { buildProduct } from '../../scripts/kit/prepare.mjs';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';
import { accounts, assets, startWideFirm } from './wide-firm.ts';

const rounds = 20;
const goalMs = 300;

/** From going to a page whose code is there until the rows of two hundred accounts of fifty assets each are on the screen: the question to the server, its answer, sums and table. */
export async function paintedAccounts(): Promise<Figure[]> {
  if (!buildProduct()) throw new Error('the client cannot be built');
  const server = await startWideFirm(['venue-house', 'service-money', 'page-finance', 'page-asset'], {
    clientFolder: new URL('../../dist/client', import.meta.url).pathname,
    rateFactor: 1_000,
  });
  const browser = await launchChromium();
  try {
    const { password = '' } = server.demoAccounts.find(({ username }) => username === 'finance') ?? {};
    const user = await new HttpClient(server.url).signIn('finance', password);
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
    const page = await context.newPage();
    await page.goto(`${server.url}/finance`);
    await page.getByRole('navigation').getByText('Data', { exact: true }).click();
    await page.getByRole('menuitem', { name: 'Assets' }).click();
    await page.waitForURL('**/assets-overview');
    await page.getByRole('gridcell').first().waitFor();
    const [toFinance, toAssets]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      toFinance.push(await painted(page, 'back'));
      toAssets.push(await painted(page, 'forward'));
    }
    return Object.entries({ finance: toFinance, allocation: toAssets }).map(([name, list]) =>
      figure(`${accounts} accounts of ${assets} assets painted on the page of ${name}, p95 of ${rounds}`, p95(list), 'ms', goalMs),
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

/** From a step in the history of the tab until the frame after the one in which the rows of the other page stand. */
const painted = (page: Page, way: 'back' | 'forward'): Promise<number> =>
  page.evaluate(async (to) => {
    const left = document.querySelector('[role=grid]');
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const filled = (): number =>
      [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.textContent.includes('Wide')).length;
    const stands = (): boolean => left?.isConnected !== true && filled() > 10;
    const from = performance.now();
    history[to]();
    while (!stands()) await frame();
    await frame();
    return performance.now() - from;
  }, way);
