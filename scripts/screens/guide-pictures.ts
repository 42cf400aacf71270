import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { languages } from '../../core/client/settings/language.ts';
import { BacktestPanel } from '../../e2e/kit/panels/backtest-panel.ts';
import { Workspace } from '../../e2e/kit/workspace.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import type { ServerProcess } from '../../tests/kit/servers/server-process.ts';
import { openPage, themes } from './open-page.ts';

/** A picture of the guide: `pictures/<language>/<name>.<theme>.webp` of its plugin. */
interface GuidePicture {
  readonly name: string;
  readonly as: 'admin' | 'trader2' | 'trader3';
  readonly path: string;
  readonly size: readonly [width: number, height: number];
  /** A whole window is made smaller by this. */
  readonly scale?: number;
  /** The panel that is cut out, with its header; absent: the whole window. */
  readonly panel?: string;
  /** Once, in English, before the pictures are taken: what they show is kept at the server. */
  readonly prepare?: (page: Page, client: HttpClient) => Promise<void>;
  /** Before each picture, in whatever language. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../plugins/site-guide/pictures');
const desk = [1440, 900] as const;
const quality = 57;
/** Of a desk's whole window. */
const scale = 0.7;
const headerPx = 30;
const settleMs = 2_000;
/** For a strategy to have traded. */
const tradeMs = 45_000;

/** In an order in which none shows what another has prepared for itself. */
const pictures: readonly GuidePicture[] = [
  { name: 'workspace', as: 'trader2', path: '/dashboard', size: desk, scale },
  {
    ...{ name: 'ticket', as: 'trader2', path: '/dashboard', size: [1440, 730], panel: 'panel-order-ticket/order-ticket' },
    arrange: async (page) => {
      await page.keyboard.press('b');
      await page.keyboard.type('0.05');
    },
  },
  { name: 'chart', as: 'trader2', path: '/dashboard', size: desk, panel: 'panel-chart/chart', prepare: withIndicatorAndOrder },
  { name: 'phone', as: 'trader2', path: '/dashboard', size: [390, 780] },
  {
    ...{ name: 'instances', as: 'trader3', path: '/AIdashboard', size: desk, scale, prepare: withInstance },
    arrange: (page) => page.locator('[data-panel="panel-strategy-instances/running"] [role=row]').nth(1).click(),
  },
  {
    ...{
      name: 'backtest',
      as: 'trader3',
      path: '/AIdashboard',
      size: desk,
      scale,
      panel: 'panel-backtest/backtest',
      prepare: withBacktest,
    },
    arrange: (page) => page.locator('[data-panel="panel-backtest/backtest"] [role=grid] [role=row]').nth(1).dblclick(),
  },
  { name: 'plugins', as: 'admin', path: '/admin/plugins', size: [1366, 768], scale },
];

export const guidePictures: readonly string[] = pictures.map(({ name }) => name);

/** Takes them, or the one of this name, in each language and theme, and writes how large they are. */
export async function takeGuidePictures(browser: Browser, server: ServerProcess, only: string | undefined): Promise<void> {
  const sizesFile = join(folder, 'sizes.json');
  const sizes = JSON.parse(readFileSync(sizesFile, 'utf8')) as Record<string, readonly [width: number, height: number]>;
  for (const picture of pictures.filter(({ name }) => only === undefined || name === only)) {
    const client = new HttpClient(server.url);
    const user = await client.signIn(picture.as, server.account(picture.as).password);
    if (picture.prepare !== undefined) {
      const { page, close } = await openPage(browser, server.url + picture.path, { ...picture, language: 'en', theme: 'dark', user });
      await picture.prepare(page, client);
      await page.waitForTimeout(settleMs);
      await close();
    }
    for (const language of languages) {
      for (const theme of themes) sizes[picture.name] = await take(browser, server.url, picture, { language, theme, user });
    }
  }
  // A line each, as the formatter would have it.
  const lines = Object.entries(sizes).map(([name, [width, height]]) => `  "${name}": [${width}, ${height}]`);
  writeFileSync(sizesFile, `{\n${lines.join(',\n')}\n}\n`);
}

interface Seen {
  readonly language: string;
  readonly theme: 'dark' | 'light';
  readonly user: SessionUser;
}

async function take(browser: Browser, url: string, picture: GuidePicture, seen: Seen): Promise<readonly [number, number]> {
  const { name, path, size, scale: shrunk = 1, panel, arrange } = picture;
  const { page, said, close } = await openPage(browser, url + path, { ...seen, size });
  await page.waitForTimeout(settleMs);
  await arrange?.(page);
  await page.waitForTimeout(settleMs);
  // A double click marks words.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  const clip = panel === undefined ? { x: 0, y: 0, width: size[0], height: size[1] } : await boxOf(page, panel);
  const session = await page.context().newCDPSession(page);
  // Playwright itself writes no WebP.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip: { ...clip, scale: shrunk } });
  const file = join(folder, seen.language, `${name}.${seen.theme}.webp`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(data, 'base64'));
  console.log(`${file} ${Math.round((data.length * 0.75) / 1_000)} kB${said.map((line) => `\n  ${line}`).join('')}`);
  await close();
  return [Math.round(clip.width * shrunk), Math.round(clip.height * shrunk)];
}

/** Of a panel with the header of its stack. */
async function boxOf(page: Page, panel: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(`[data-panel="${panel}"]`).filter({ visible: true }).first().boundingBox();
  if (box === null) throw new Error(`the panel ${panel} is not on the screen`);
  const [x, y, width, height] = [box.x, box.y - headerPx, box.width, box.height + headerPx].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return { x, y, width, height };
}

async function withIndicatorAndOrder(page: Page, client: HttpClient): Promise<void> {
  await page.getByRole('button', { name: 'Indicators' }).click();
  const dialog = page.getByRole('dialog', { name: 'Indicators' });
  for (const word of ['bollinger', 'macd']) {
    await dialog.getByRole('searchbox', { name: 'Search' }).fill(word);
    await dialog
      .getByRole('button', { name: word === 'macd' ? /MACD/ : /BOLL/ })
      .first()
      .click();
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  const market = await marketOf(client);
  const price = await priceIn(client, market.exchange);
  const order = { ...market, side: 'BUY', type: 'LIMIT', qty: '0.05', price: String(Math.round(price * 0.995)) } as const;
  await client.call('doOrder', { body: order });
}

async function withInstance(page: Page, client: HttpClient): Promise<void> {
  const { api_id: apiId, exchange } = await marketOf(client);
  const price = await priceIn(client, exchange);
  const range = { lowPrice: String(Math.round(price * 0.99)), highPrice: String(Math.round(price * 1.01)), levels: 40 };
  const params = { apiId, instrumentId: `${exchange}/BTCUSDT/spot`, ...range, orderQty: '0.01', sellAtStop: false };
  const limits = { max_order_amount: null, max_position: null, max_daily_loss: null, max_orders_per_minute: null, halted: false };
  await client.call('strategyStart', {
    body: { strategy: 'strategy-shock-grid/shock-grid', name: 'Shock grid BTC/USDT', environment: 'test', params, limits },
  });
  await page.waitForTimeout(tradeMs);
}

async function withBacktest(page: Page, client: HttpClient): Promise<void> {
  await new Workspace(page).show('Backtest');
  const backtest = new BacktestPanel(page);
  const { exchange } = await marketOf(client);
  await backtest.setGrid(await priceIn(client, exchange), '30');
  await backtest.button('Last 7 d').click();
  await backtest.run('Shock grid, a week');
  await page.keyboard.press('Alt+Enter');
}

/** The first market of the workspace, at the account that the user has there. */
async function marketOf(client: HttpClient) {
  const account = (await client.call('apiList')).find(({ exchange }) => exchange === 'aurora');
  if (account === undefined) throw new Error('the demo gives no account at the first simulated exchange');
  return { api_id: account.api_id, exchange: account.exchange, symbol: 'BTCUSDT', account_type: 'spot' } as const;
}

async function priceIn(client: HttpClient, exchange: string): Promise<number> {
  const { bids } = await client.call('depth', { query: { exchange, symbol: 'BTCUSDT', account_type: 'spot', levels: 1 } });
  return Number(bids[0]?.[0]);
}
