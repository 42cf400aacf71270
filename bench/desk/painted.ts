import type { Browser, Page } from '@playwright/test';
import { launchChromium } from '../../e2e/kit/chromium.ts';
import { buildProduct } from '../../scripts/kit/prepare.mjs';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import type { TestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';
import { accounts, assets, startWideFirm } from './wide-firm.ts';

const rounds = 20;
const goalMs = 300;

/** From going to a page whose code is there until the rows of two hundred accounts of fifty assets each are on the screen: the question to the server, its answer, sums and table. */
export async function paintedAccounts(): Promise<Figure[]> {
  if (!buildProduct()) throw new Error('the client cannot be built');
  const server = await startWideFirm(['venue-house', 'service-money', 'service-risk', 'page-finance', 'page-asset', 'page-risk'], {
    clientFolder: new URL('../../dist/client', import.meta.url).pathname,
    rateFactor: 1_000,
  });
  const browser = await launchChromium();
  try {
    const finance = await opened(browser, server, 'finance');
    await finance.getByRole('gridcell').first().waitFor();
    await goTo(finance, '/assets-overview');
    await finance.getByRole('gridcell').first().waitFor();
    const times: Record<string, number[]> = { finance: [], allocation: [], exposure: [] };
    for (let round = 0; round < rounds; round++) {
      times.finance?.push(await painted(finance, 'back'));
      times.allocation?.push(await painted(finance, 'forward'));
    }
    await finance.close();
    const risk = await opened(browser, server, 'risk');
    await risk.getByRole('tab', { name: 'Exposure' }).waitFor();
    for (let round = 0; round < rounds; round++) {
      await goTo(risk, '/setup');
      await risk.getByRole('tab', { name: 'Exposure' }).waitFor({ state: 'detached' });
      times.exposure?.push(await painted(risk, 'back', 'Exposure'));
    }
    return Object.entries(times).map(([name, list]) =>
      figure(`${accounts} accounts of ${assets} assets painted on the page of ${name}, p95 of ${rounds}`, p95(list), 'ms', goalMs),
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The page of the role's own work, with whom the demo has for it. */
async function opened(browser: Browser, server: TestServer, role: 'finance' | 'risk'): Promise<Page> {
  const { password = '' } = server.demoAccounts.find(({ username }) => username === role) ?? {};
  const user = await new HttpClient(server.url).signIn(role, password);
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
  const page = await context.newPage();
  await page.goto(`${server.url}/${role}`);
  return page;
}

/** As a link of the page does, without loading it anew. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForURL(`**${path}`);
}

/** From a step in the history of the tab until the frame after the one in which the rows of the other page stand, on its part that is asked for. */
const painted = (page: Page, way: 'back' | 'forward', part = ''): Promise<number> =>
  page.evaluate(
    async ([to, named]) => {
      const left = document.querySelector('[role=grid]');
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const filled = (): number =>
        [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.textContent.includes('Wide')).length;
      const stands = (): boolean => left?.isConnected !== true && filled() > 10;
      const tab = (): HTMLElement | undefined =>
        [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent.startsWith(named));
      const from = performance.now();
      history[to]();
      while (named !== '' && tab() === undefined) await frame();
      tab()?.click();
      while (!stands()) await frame();
      await frame();
      return performance.now() - from;
    },
    [way, part] as const,
  );
