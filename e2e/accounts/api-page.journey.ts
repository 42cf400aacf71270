import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('the page of the API opens its calls, and the browser has nothing to complain of', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/docs');
  await page.locator('[data-tag="Orders"]').click();
  await expect(page.locator('[data-path="/sapi/order/doOrder"]')).toBeVisible();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByText('Available authorizations')).toBeVisible();
});
