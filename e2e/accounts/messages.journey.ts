import { seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('messages stay unread until the server has confirmed, are read after a reload, and go back to the oldest', async ({ visitAs }) => {
  const { page: admin } = await visitAs(server, 'admin');
  const statuses = await admin.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { readonly token: string };
    const codes: number[] = [];
    for (let at = 1; at <= 53; at++) {
      const body = JSON.stringify({ texts: { en: { title: `News ${at} of the house`, text: 'In full.' } }, pinned: false });
      const headers = { authorization: token, 'content-type': 'application/json' };
      codes.push((await fetch('/sapi/admin/announcement/save', { method: 'POST', headers, body })).status);
    }
    return codes;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));

  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/net::ERR_FAILED .*msg\/user\/read/);
  await page.setViewportSize({ width: 1366, height: 768 });
  const unread = page.getByRole('button', { name: /^Messages, \d+ new$/ });
  await expect(unread).toBeVisible();
  await page.route('**/msg/user/read', (route) => route.abort());
  await unread.click();
  const list = page.getByRole('group', { name: 'Messages' }).or(page.getByRole('dialog', { name: 'Messages' }));
  await expect(list.getByText('News 53 of the house')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(unread).toBeVisible();
  await page.unroute('**/msg/user/read');
  await unread.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await expect(list.getByText('News 3 of the house')).toHaveCount(0);
  const older = list.getByRole('button', { name: 'Older messages' });
  await older.scrollIntoViewIfNeeded();
  await look(page, 'messages');
  expect(await seriousFindings(page)).toEqual([]);
  await older.click();
  await expect(list.getByText('News 1 of the house')).toBeAttached();
  await expect(older).toBeHidden();
});
