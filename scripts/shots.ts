/**
 * `npm run shots [-- --quick] [-- --only <screen>]`: screenshots of each screen in three languages and two themes into `shots/`;
 * `--quick` takes the dashboard in English alone. Builds the client when a source changed; the server is the real one with simulated exchanges.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { userKey } from '../core/client/connection/session-storage.ts';
import { appearanceKey } from '../core/client/settings/appearance.ts';
import { languageKey, languages } from '../core/client/settings/language.ts';
import { launchChromium } from '../e2e/kit/chromium.ts';
import type { SessionUser } from '../schemas/wire/user.ts';
import { HttpClient } from '../tests/kit/servers/http-client.ts';
import { ServerProcess } from '../tests/kit/servers/server-process.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';
import { buildProduct } from './kit/prepare.mjs';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Null: seen by a guest. */
  readonly as: 'admin' | 'trader3' | null;
  readonly sizes: readonly (readonly [width: number, height: number])[];
  /** Waits until the screen shows what it is for. */
  readonly settleMs: number;
}

const laptop = [1366, 768] as const;
const desk = [1920, 1080] as const;
const wide = [2560, 1440] as const;
const phone = [390, 844] as const;

/** Shown by the windows of one market. */
const market = encodeURIComponent('aurora/BTCUSDT/spot');

const screens: readonly Screen[] = [
  { name: 'home', path: '/home', as: null, sizes: [laptop, phone], settleMs: 1_500 },
  { name: 'login', path: '/login', as: null, sizes: [laptop, phone], settleMs: 1_500 },
  { name: 'error-404', path: '/error?error=404', as: null, sizes: [laptop], settleMs: 1_500 },
  { name: 'error-403', path: '/error?error=403', as: null, sizes: [laptop], settleMs: 1_500 },
  { name: 'dashboard', path: '/dashboard', as: 'trader3', sizes: [laptop, desk, wide, phone], settleMs: 5_000 },
  { name: 'ai-dashboard', path: '/AIdashboard', as: 'trader3', sizes: [laptop, desk, wide, phone], settleMs: 6_000 },
  { name: 'chart-window', path: `/exkchart?q=${market}`, as: 'trader3', sizes: [laptop], settleMs: 4_000 },
  { name: 'charts-window', path: `/exmutiplykchart?s=${market}&num=4`, as: 'trader3', sizes: [laptop], settleMs: 4_000 },
  { name: 'depth-window', path: `/exdepth?q=${market}`, as: 'trader3', sizes: [[480, 768]], settleMs: 3_000 },
  { name: 'settings', path: '/setup', as: 'trader3', sizes: [laptop], settleMs: 1_500 },
  { name: 'admin-plugins', path: '/admin/plugins', as: 'admin', sizes: [laptop], settleMs: 1_500 },
];

const usage = `npm run shots [-- --quick | --only <screen>]

  --quick           the dashboard in English alone
  --only <screen>   one of ${screens.map(({ name }) => name).join(', ')}`;
const { values } = readCommandLine(usage, { options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
if (values.only !== undefined && !screens.some(({ name }) => name === values.only)) {
  refuseCall(`--only must be one of ${screens.map(({ name }) => name).join(', ')}`, usage);
}
const isWanted = ({ name }: Screen): boolean => (values.quick ? name === 'dashboard' : values.only === undefined || name === values.only);
if (!buildProduct()) process.exit(1);
const folder = 'shots';
const data = mkdtempSync(join(tmpdir(), 'tessera-shots-'));
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const server = await ServerProcess.start(data);
try {
  const users = { admin: await signIn('admin'), trader3: await signIn('trader3') };
  for (const screen of screens.filter(isWanted)) {
    for (const language of values.quick ? [languages[0]] : languages) {
      for (const theme of ['dark', 'light'] as const) {
        for (const size of screen.sizes)
          await shoot(browser, screen, { language, theme, size, user: screen.as === null ? null : users[screen.as] });
      }
    }
  }
} finally {
  await browser.close();
  await server.kill();
  rmSync(data, { recursive: true, force: true });
}
process.exit(0);

async function signIn(username: string): Promise<SessionUser> {
  return new HttpClient(server.url).signIn(username, server.account(username).password);
}

interface View {
  readonly language: string;
  readonly theme: 'dark' | 'light';
  readonly size: readonly [width: number, height: number];
  readonly user: SessionUser | null;
}

async function shoot(on: Browser, screen: Screen, view: View): Promise<void> {
  const [width, height] = view.size;
  const context = await on.newContext({ viewport: { width, height } });
  const stored = {
    [languageKey]: view.language,
    [appearanceKey]: JSON.stringify({ theme: view.theme, density: 'compact', redUp: false }),
    ...(view.user === null ? {} : { [userKey]: JSON.stringify(view.user) }),
  };
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  const said = watchConsole(page);
  await page.goto(server.url + screen.path);
  // A busy machine shows the mark of loading for longer than a screen takes to settle.
  await page.locator('main').waitFor();
  await page.waitForTimeout(screen.settleMs);
  const file = join(folder, `${screen.name}-${view.language}-${view.theme}-${width}x${height}.png`);
  await page.screenshot({ path: file });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  console.log(`${file}${overflow ? '  OVERFLOWS SIDEWAYS' : ''}${said.length > 0 ? `\n  ${said.join('\n  ')}` : ''}`);
  await context.close();
}

/** Errors in the browser's console are defects. */
function watchConsole(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}
