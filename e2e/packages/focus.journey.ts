import { chromiumLaunch } from '../kit/chromium.ts';
import { closePanel, installHostile, openPanel, selector } from '../kit/guests/hostile-panel.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';

/** In a browser that keeps documents from the keyboard when their policy says so: Chromium, where the feature is switched on. */
test.use({ launchOptions: chromiumLaunch('--enable-blink-features=BlockingFocusWithoutUserActivation') });

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
  await installHostile(server);
});
test.afterAll(() => server.close());

/** What a test does in a frame counts as a hand there, for so long. */
const handMs = 6_000;
const ways = ['a field', 'a field again and again', 'the window', 'a dialog', 'a popover'];

/** Has the frame take the keyboard by script, in the way that the page names to it. */
function listen(): void {
  const withField = <E extends HTMLElement>(element: E): E => {
    const field = document.createElement('input');
    field.autofocus = true;
    element.append(field);
    document.body.append(element);
    return element;
  };
  const taking: Readonly<Record<string, () => void>> = {
    'a field': () => document.querySelector('input')?.focus(),
    'a field again and again': () => {
      const timer = setInterval(() => document.querySelector('input')?.focus(), 20);
      setTimeout(() => clearInterval(timer), 2_000);
    },
    'the window': () => window.focus(),
    'a dialog': () => withField(document.createElement('dialog')).showModal(),
    'a popover': () => withField(Object.assign(document.createElement('div'), { popover: 'auto' })).showPopover(),
  };
  window.addEventListener('message', ({ data }) => taking[String(data)]?.());
}

test('a panel of a package takes the keyboard in no way from whoever types slowly, and has it where a hand goes', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/Blocked autofocusing/);
  const frame = await openPanel(page);
  const { search } = new Gallery(page);
  await search.fill('');
  await frame.evaluate(listen);
  await page.waitForTimeout(handMs);
  let typed = '';
  for (const way of ways) {
    await test.step(way, async () => {
      await search.press('x');
      // A pause in which nothing tells a script from a hand.
      await page.waitForTimeout(900);
      await page.locator(selector).evaluate((one, name) => (one as HTMLIFrameElement).contentWindow?.postMessage(name, '*'), way);
      await page.waitForTimeout(400);
      await page.keyboard.type('y');
      typed += 'xy';
      await expect(search).toHaveValue(typed);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    });
  }
  await page.keyboard.press('Escape');
  await frame.evaluate(() => document.querySelector('dialog')?.close());
  await page.frameLocator(selector).getByRole('textbox', { name: 'Secret' }).click();
  await page.keyboard.type('typed here');
  expect(await frame.evaluate(() => document.querySelector('input')?.value)).toContain('typed here');
  await closePanel(page);
});
