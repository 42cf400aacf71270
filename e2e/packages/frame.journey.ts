import type { Frame, Page } from '@playwright/test';
import { chromiumLaunch } from '../kit/chromium.ts';
import { calls, loadingElements } from '../kit/guests/exfiltration.ts';
import { blocked, closePanel, id, installHostile, openPanel, selector } from '../kit/guests/hostile-panel.ts';
import { Trap } from '../kit/guests/trap.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';

/** What the code of a package tries from its frame in a real browser; every attack of this list must stay without effect. */

// A frame has a process of its own in a whole browser, and none in the headless shell.
test.use({ launchOptions: chromiumLaunch() });

let server: JourneyServer;
let trap: Trap;
let hash: string;

test.beforeAll(async () => {
  [server, trap] = [await JourneyServer.start(), await Trap.open()];
  hash = await installHostile(server);
});
test.afterAll(async () => {
  trap.close();
  await server.close();
});

test('nothing of a package loads before somebody opens it, and no page runs its code itself', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/status of 404 .*client\.js/);
  errors.expect(/Failed to fetch dynamically imported module|MIME type/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add a panel' })).toBeVisible();
  await page.waitForTimeout(1_500);
  const ofPackage = asked.filter((path) => path.startsWith('/packages/'));
  expect(
    ofPackage.filter((path) => !path.endsWith('.json')),
    'words are data, which the server has checked',
  ).toEqual([]);
  const imported = await page.evaluate(
    (address) =>
      import(address).then(
        () => 'it ran',
        () => 'refused',
      ),
    `/packages/${id}/${hash}/client.js`,
  );
  expect(imported).toBe('refused');
  await openPanel(page);
  expect(asked.filter((path) => /\/(frame|client\.(js|css))$/.test(path)).length).toBeGreaterThan(0);
  await closePanel(page);
});

test('a panel of a package has nothing of the page: no token, storage, document or window', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(blocked);
  const frame = await openPanel(page);
  const found = await frame.evaluate(async () => {
    const tried: Record<string, string> = {};
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        tried[name] = `got ${String(await work())}`;
      } catch (error) {
        tried[name] = (error as Error).name;
      }
    };
    await attempt('origin', () => self.origin);
    await attempt('localStorage', () => localStorage.getItem('user'));
    await attempt('sessionStorage', () => sessionStorage.length);
    await attempt('indexedDB', () => indexedDB.open('x'));
    await attempt('caches', () => caches.open('x'));
    await attempt('cookie', () => document.cookie);
    await attempt('serviceWorker', () => navigator.serviceWorker.register('/x.js'));
    await attempt('storage access', () => document.requestStorageAccess());
    await attempt('parent document', () => parent.document);
    await attempt('parent storage', () => parent.localStorage);
    await attempt('parent address', () => parent.location.href);
    await attempt('top document', () => top?.document);
    await attempt('top address', () => {
      (top as Window).location.href = '/login';
    });
    await attempt('top replace', () => top?.location.replace('/login'));
    await attempt('frame element', () => window.frameElement?.ownerDocument);
    await attempt('domain', () => {
      document.domain = 'localhost';
    });
    await attempt('referrer', () => document.referrer);
    await attempt('name', () => window.name);
    await attempt('opener', () => window.opener);
    await attempt('popup', () => window.open('/dashboard'));
    await attempt('question', () => prompt('password?'));
    await attempt('full screen', () => document.documentElement.requestFullscreen());
    await attempt('clipboard', () => navigator.clipboard.readText());
    await attempt('own calls', async () => (await fetch('/sapi/user/currentUser')).status);
    await attempt('history', () => history.back());
    await attempt('document write', () => document.write('<script>1</script>'));
    await attempt('new realm', () => {
      document.body.append(document.createElement('iframe'));
    });
    return tried;
  });
  await page.waitForTimeout(500);
  expect(found).toEqual({
    origin: 'got null',
    localStorage: 'SecurityError',
    sessionStorage: 'SecurityError',
    indexedDB: 'SecurityError',
    caches: 'SecurityError',
    cookie: 'SecurityError',
    serviceWorker: expect.not.stringContaining('got'),
    'storage access': expect.not.stringContaining('got'),
    'parent document': 'SecurityError',
    'parent storage': 'SecurityError',
    'parent address': 'SecurityError',
    'top document': 'SecurityError',
    'top address': 'SecurityError',
    'top replace': 'SecurityError',
    'frame element': 'got undefined',
    domain: 'SecurityError',
    referrer: 'got ',
    name: 'got ',
    opener: 'got null',
    popup: 'got null',
    question: 'got null',
    'full screen': 'TypeError',
    clipboard: 'NotAllowedError',
    'own calls': 'TypeError',
    history: 'TypeError',
    'document write': 'TypeError',
    'new realm': 'TypeError',
  });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.frameLocator(selector).getByText('hostile panel')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await closePanel(page);
});

/** Tries everything of the list in a document; gives the attacks in order, for the log. */
async function tryAll(target: Frame | Page): Promise<void> {
  const at = { url: trap.url, port: trap.port };
  for (const { name: tag, attributes } of Object.values(loadingElements)) {
    await target
      .evaluate(
        ({ tag, attributes, url }) => {
          const made = document.createElement(tag);
          for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value.replaceAll('URL', url));
          document.body.append(made);
        },
        { tag, attributes, url: at.url },
      )
      .catch(() => undefined);
  }
  for (const attempt of Object.values(calls)) await target.evaluate(attempt as never, at as never).catch(() => undefined);
}

test('a panel of a package reaches no other host by any of fifty ways, of which a plain page is heard by most', async ({
  visitAs,
  browser,
}) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/./);
  const frame = await openPanel(page);
  await tryAll(frame);
  await page.waitForTimeout(3_000);
  expect(trap.heard).toEqual([]);
  await closePanel(page);

  const plain = await browser.newContext();
  const control = await plain.newPage();
  await control.goto(`${trap.url}/plain`);
  trap.heard.length = 0;
  await tryAll(control);
  await expect.poll(() => new Set(trap.heard).size).toBeGreaterThan(25);
  expect(trap.heard).toEqual(
    expect.arrayContaining(['datagram', 'GET /prefetch', 'POST /beacon', 'upgrade /socket', 'GET /worker', 'POST /ping']),
  );
  trap.heard.length = 0;
  await plain.close();
});

test('a panel of a package takes neither the keyboard nor an open menu from whoever is at work in the page', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const frame = await openPanel(page);
  await frame.evaluate(() => setInterval(() => window.dispatchEvent(new PointerEvent('pointerdown')), 50));
  const gallery = new Gallery(page);
  const { search } = gallery;
  await page.waitForTimeout(500);
  // In the middle of a word. On a busy machine the frame comes after it, as a hand would, and has what follows: then once more.
  await expect(async () => {
    if (!(await search.isVisible())) await gallery.open();
    await frame.evaluate(() => Object.assign(document.querySelector('input') ?? {}, { value: '' }));
    await search.fill('');
    await search.pressSequentially('word', { delay: 30 });
    await frame.evaluate(() => document.querySelector('input')?.focus());
    await page.waitForTimeout(300);
    await page.keyboard.type('of mine', { delay: 30 });
    await expect(search).toHaveValue('wordof mine', { timeout: 1_000 });
  }).toPass();
  expect(await frame.evaluate(() => document.querySelector('input')?.value)).toBe('');
  const closed = page.getByText('It took the keyboard while you were typing elsewhere and was closed.');
  await expect(async () => {
    if (await closed.isVisible()) return;
    if (!(await search.isVisible())) await gallery.open();
    await frame.evaluate(() => {
      for (const ms of [200, 300, 400, 500]) setTimeout(() => document.querySelector('input')?.focus(), ms);
    });
    await search.pressSequentially(' and more', { delay: 60 });
    await expect(closed).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try again' }).click();
  const other = await openPanel(page);
  await page.frameLocator(selector).getByRole('textbox', { name: 'Secret' }).click();
  await page.keyboard.type('typed here');
  expect(await other.evaluate(() => document.querySelector('input')?.value)).toBe('typed here');
  await closePanel(page);
});

test('a panel of a package that leaves its place is closed, and the other host is not asked', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/./);
  // The other one may hear late news of the plain page.
  const other = await Trap.open();
  for (const leave of [
    (url: string) => window.location.assign(`${url}/left?secret=1`),
    (url: string) => {
      const link = document.createElement('a');
      link.href = `${url}/link?secret=1`;
      document.body.append(link);
      link.click();
    },
    (url: string) => {
      const link = document.createElement('a');
      Object.assign(link, { href: `${url}/download?secret=1`, download: 'x' });
      document.body.append(link);
      link.click();
    },
    () => window.location.assign('/dashboard'),
    () => window.location.assign('data:text/html,hello'),
  ]) {
    const frame = await openPanel(page);
    await frame.evaluate(leave, other.url).catch(() => undefined);
    await expect(page.getByText('It tried to leave its place and was closed.')).toBeVisible();
    expect(other.heard).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await expect(page).toHaveURL(/\/dashboard$/);
  await openPanel(page);
  await closePanel(page);
  other.close();
});

test('the address of a frame, opened by itself, is as nobody’s as in its frame', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/./);
  await page.goto(`/packages/${id}/${hash}/frame`);
  expect(
    await page.evaluate(() => {
      try {
        return localStorage.getItem('user');
      } catch (error) {
        return `${self.origin} ${(error as Error).name}`;
      }
    }),
  ).toBe('null SecurityError');
});

test('messages that break the rules of the bridge close the frame, and change nothing', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/./);
  /** The port, taken from the library by its prototype, as hostile code would. */
  const steal = `(() => { const post = MessagePort.prototype.postMessage; MessagePort.prototype.postMessage = function (...all) { globalThis.port = this; globalThis.post = post; return post.apply(this, all); }; window.dispatchEvent(new PointerEvent('pointerdown')); })()`;
  const message = (over: string): string =>
    `globalThis.post.call(globalThis.port, { namespace: 'penpal', type: 'CALL', id: 'x', methodPath: ['call'], args: ['symbols', {}], ...${over} })`;
  const wrong = 'It sent what it may not send and was closed.';
  for (const [attack, sentence] of [
    [message("{ methodPath: ['constructor'] }"), wrong],
    [message("{ methodPath: ['call', 'constructor'] }"), wrong],
    [message(`{ args: [JSON.parse('{"__proto__":{"isAdmin":true}}')] }`), wrong],
    [message('{ args: [new ArrayBuffer(1e8)] }'), wrong],
    [message("{ args: ['x'.repeat(5e7)] }"), 'It sent a message that is too large and was closed.'],
    [`for (let at = 0; at < 5000; at++) ${message('{}')}`, 'It sent too many messages and was closed.'],
    [`for (let at = 0; at < 5000; at++) parent.postMessage({ at }, '*')`, 'It sent too many messages and was closed.'],
  ] as const) {
    const frame = await openPanel(page);
    await frame.evaluate(steal);
    await frame.evaluate(attack).catch(() => undefined);
    await expect(page.getByText(sentence), attack).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  expect(await page.evaluate(() => (({}) as { isAdmin?: boolean }).isAdmin)).toBeUndefined();
  const frame = await openPanel(page);
  await frame.evaluate(steal);
  // What looks like a call of another kind is refused as such and asks nobody.
  for (const route of ['adminPluginSets', 'doOrder', 'apiKeyCreate', 'currentUser'])
    await frame.evaluate(message(`{ args: ['${route}', {}] }`));
  await frame.evaluate("parent.postMessage({ namespace: 'penpal', type: 'SYN' }, '*'); parent.postMessage('yes', '*')");
  await page.waitForTimeout(300);
  await expect(page.frameLocator(selector).getByText('hostile panel')).toBeVisible();
  await closePanel(page);
});
