import { languageKey } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { sticksOut } from '../kit/page-texts.ts';

test.setTimeout(240_000);

const market = 'aurora/BTCUSDT/spot';
let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('an owner shows one of two instances to an observer, who sees that one alone until it is taken back', async ({ visitAs }) => {
  const [owner, observer] = [new HttpClient(server.url), new HttpClient(server.url)];
  for (const [client, name] of [[owner, 'trader1'] as const, [observer, 'observer'] as const])
    await client.signIn(name, server.account(name).password);
  const last = Number((await owner.call('tickers')).find(({ id }) => id === market)?.last);
  const apiId = (await owner.call('apiList')).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const range = { lowPrice: (last * 0.98).toFixed(0), highPrice: (last * 1.02).toFixed(0), levels: 12 };
  const params = { apiId, instrumentId: market, ...range, orderQty: '0.002', sellAtStop: false };
  for (const name of ['Hidden', 'Shown'])
    await owner.call('strategyStart', { body: { strategy: 'strategy-shock-grid/shock-grid', name, environment: 'test', params } });

  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/user?part=accounts');
  await page.getByRole('button', { name: 'Share an instance' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Shown · .* · Running/)).toBeAttached();
  await choose(dialog.getByRole('combobox', { name: 'User' }), 'observer · Observer');
  await look(page, 'instance-dialog');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toBeHidden();
  const given = page.getByRole('list', { name: 'Shared strategy instances' });
  await expect(given.getByText('Shown')).toBeVisible();
  await given.scrollIntoViewIfNeeded();
  await look(page, 'instance-list');
  await clean(page, 'instances');
  const seen = async () => (await observer.call('observerInstances', { query: { state: 'running' } })).map(({ name }) => name);
  expect([await seen(), await observer.call('observerAccounts')]).toEqual([['Shown'], []]);

  const { page: desk } = await visitAs(server, 'observer');
  await desk.setViewportSize({ width: 1366, height: 768 });
  await desk.getByRole('tab', { name: 'Observed instances' }).click();
  const observed = desk.getByRole('grid', { name: 'Observed instances' });
  const shown = observed.getByRole('row', { name: /Shown/ });
  await expect(shown).toContainText('trader1');
  await expect(observed.getByRole('row', { name: /Hidden/ })).toHaveCount(0);
  await look(desk, 'observed-running');
  await clean(desk, 'observed instances');
  await choose(desk.getByRole('combobox', { name: 'Factor' }), '× 2');
  await look(desk, 'observed-factor');
  await desk.getByRole('button', { name: 'Ended' }).click();
  await expect(desk.getByText('No ended instance is shared with you.')).toBeVisible();
  await desk.getByRole('button', { name: 'Running' }).click();
  await expect(shown).toBeVisible();
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [languageKey, 'zh-CN'] as const);
  await page.reload();
  await expect(page.getByText('我开放的策略实例').first()).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await page.getByText('我开放的策略实例').first().scrollIntoViewIfNeeded();
  await look(page, 'instance-list-zh');
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: /收回 .* 对实例 Shown/ }).click();
  await expect(page.getByText('您没有开放任何实例。')).toBeVisible();
  expect(await seen()).toEqual([]);
  // Without being asked to look again.
  await expect(desk.getByText(/^No running instance is shared with you\./)).toBeVisible();
});
