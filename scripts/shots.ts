/**
 * `npm run shots [-- --quick] [-- --guide] [-- --only <screen>]`: screenshots of each screen in three languages and two themes into `shots/`;
 * `--quick` takes the dashboard in English alone, `--guide` the pictures of the guide, into its plugin's folder. Builds the client when a source changed; the server is the real one with simulated exchanges.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '../core/client/settings/language.ts';
import { launchChromium } from '../e2e/kit/chromium.ts';
import type { SessionUser } from '../schemas/wire/user.ts';
import { HttpClient } from '../tests/kit/servers/http-client.ts';
import { ServerProcess } from '../tests/kit/servers/server-process.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';
import { buildProduct } from './kit/prepare.mjs';
import { guidePictures, takeGuidePictures } from './screens/guide-pictures.ts';
import { openPage, themes, type View } from './screens/open-page.ts';

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

const usage = `npm run shots [-- --quick | --guide] [--only <screen>]

  --quick           the dashboard in English alone
  --guide           the pictures of the guide, in its folder instead
  --only <screen>   one of ${screens.map(({ name }) => name).join(', ')},
                    or with --guide of ${guidePictures.join(', ')}`;
const { values } = readCommandLine(usage, {
  options: { quick: { type: 'boolean', default: false }, guide: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const names = values.guide ? guidePictures : screens.map(({ name }) => name);
if (values.only !== undefined && !names.includes(values.only)) refuseCall(`--only must be one of ${names.join(', ')}`, usage);
const isWanted = ({ name }: Screen): boolean => (values.quick ? name === 'dashboard' : values.only === undefined || name === values.only);
if (!buildProduct()) process.exit(1);
const folder = 'shots';
const data = mkdtempSync(join(tmpdir(), 'tessera-shots-'));
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const server = await ServerProcess.start(data);
try {
  if (values.guide) await takeGuidePictures(browser, server, values.only);
  else await shootScreens();
} finally {
  await browser.close();
  await server.kill();
  rmSync(data, { recursive: true, force: true });
}
process.exit(0);

async function shootScreens(): Promise<void> {
  const users = { admin: await signIn('admin'), trader3: await signIn('trader3') };
  for (const screen of screens.filter(isWanted)) {
    for (const language of values.quick ? [languages[0]] : languages) {
      for (const theme of themes) {
        for (const size of screen.sizes) await shoot(screen, { language, theme, size, user: screen.as === null ? null : users[screen.as] });
      }
    }
  }
}

async function signIn(username: string): Promise<SessionUser> {
  return new HttpClient(server.url).signIn(username, server.account(username).password);
}

async function shoot(screen: Screen, view: View): Promise<void> {
  const { page, said, close } = await openPage(browser, server.url + screen.path, view);
  await page.waitForTimeout(screen.settleMs);
  const [width, height] = view.size;
  const file = join(folder, `${screen.name}-${view.language}-${view.theme}-${width}x${height}.png`);
  await page.screenshot({ path: file });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  console.log(`${file}${overflow ? '  OVERFLOWS SIDEWAYS' : ''}${said.length > 0 ? `\n  ${said.join('\n  ')}` : ''}`);
  await close();
}
