import { layoutVersion } from '../../core/client/layouts/layout-content.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { chromiumLaunch } from '../kit/chromium.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { expectDashboard } from '../kit/sign-in.ts';

const screen = { width: 1440, height: 900 };
const beside = { x: screen.width + 200, y: 100, width: 500, height: 600 };

let server: JourneyServer;

test.use({ launchOptions: chromiumLaunch('--screen-info={1440x900}{1440x900}') });
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('a window that stood on another monitor comes back there, once the browser may put it there', async ({ browser, visit }) => {
  const account = server.account('trader1');
  const http = new HttpClient(server.url);
  const user = await http.signIn(account.username, account.password);
  const panel = (id: string, type: string) => ({ id, type, version: 1, config: {}, linkGroup: 'blue' });
  const content = {
    root: { kind: 'stack', size: 100, active: 0, panels: [panel('p1', 'panel-chart/chart')] },
    maximised: null,
    accounts: {},
    popouts: [{ panel: panel('w-1', 'panel-depth/depth'), bounds: beside }],
  };
  const { id } = await http.call('layoutCreate', { body: { name: 'Two screens', version: layoutVersion, content } });
  await http.call('layoutTabs', { body: { open: [id], active: id } });

  const { page } = await visit(server);
  // As a user answers the browser's question.
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  const allowed = { permissions: ['windowManagement' as const], ...(browserContextId === undefined ? {} : { browserContextId }) };
  await (await browser.newBrowserCDPSession()).send('Browser.grantPermissions', allowed);
  await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
  await page.goto('/dashboard');
  await expectDashboard(page);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open them' }).click();
  const window = await opening;
  await expect(window.getByRole('listbox', { name: /^Order book of BTCUSDT/ })).toBeVisible();
  await expect.poll(() => window.evaluate(() => screenX)).toBe(beside.x);
});
