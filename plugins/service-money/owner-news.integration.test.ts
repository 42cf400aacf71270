import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ProductRoutes } from '../../schemas/wire/index.ts';
import type { BodyOf } from '../../schemas/wire/route.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server: what owners hear of their money. */
let server: TestServer;
let [finance, manager, owner]: HttpClient[] = [];
let api = 0;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-money', 'service-accounts', 'service-inbox'].map(pluginSource);
  server = await startTestServer({ plugins });
  [finance, manager, owner] = await Promise.all(['finance', 'finance_manage', 'trader1'].map(server.signIn));
  api = (await as(owner).call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
}, 120_000);
afterAll(() => server?.close());

const as = (client: HttpClient | undefined): HttpClient => client ?? server.guest();
const reason = 'the receipt cannot be read';
const ask = (changes: Partial<BodyOf<ProductRoutes['movementAsk']>>) =>
  as(finance).call('movementAsk', {
    body: {
      ...{ movement_id: randomUUID(), kind: 'deposit', api_id: api, account_type: 'spot', asset: 'USDT', amount: '100' },
      ...{ reason: 'an inner matter', proof: 'R-1', file_id: null },
      ...changes,
    },
  });
const decide = (movement_id: string, approve: boolean) => as(manager).call('movementDecide', { body: { movement_id, approve, reason } });
/** Oldest first. */
const told = async (movementId: string) =>
  (await as(owner).call('messageList', { query: { type: 3 } }))
    .filter(({ refers_to }) => refers_to?.startsWith(`movement ${movementId} `))
    .map(({ title, body }) => `${title}: ${body}`)
    .reverse();

it('is told once of each step that somebody else makes, with amount, asset, account, exchange, and why it was declined', async () => {
  const small = await ask({});
  const large = await ask({ kind: 'bonus', amount: '20000' });
  expect([small.account, await told(large.movement_id)]).toEqual([expect.stringMatching(/./), []]);
  await decide(large.movement_id, true);
  const declined = await ask({ amount: '30000' });
  await decide(declined.movement_id, false);
  const at = `account “${small.account}” at Tessera`;
  await vi.waitFor(async () => {
    expect(await told(small.movement_id)).toEqual([`Deposit completed: Deposit of 100 USDT, ${at}: completed.`]);
    expect(await told(large.movement_id)).toEqual([
      `Bonus approved: Bonus of 20,000 USDT, ${at}: approved. The exchange carries it out next.`,
      `Bonus completed: Bonus of 20,000 USDT, ${at}: completed.`,
    ]);
    expect(await told(declined.movement_id)).toEqual([
      `Deposit declined: Deposit of 30,000 USDT, ${at}: declined, and no money moved. Reason: ${reason}`,
    ]);
  });
});

it('hears of what he asked for himself when somebody has decided, and not that he has asked', async () => {
  const address = { label: 'Cold wallet', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const { address_id } = await as(owner).call('addressAdd', { body: address });
  const body = { api_id: api, account_type: 'spot', address_id, amount: '5' } as const;
  const [paid, canceled] = [randomUUID(), randomUUID()];
  await as(owner).call('withdrawalAsk', { body: { ...body, movement_id: paid } });
  await as(owner).call('withdrawalAsk', { body: { ...body, movement_id: canceled } });
  await as(owner).call('withdrawalTakeBack', { body: { movement_id: canceled } });
  await decide(paid, true);
  await vi.waitFor(async () => expect(await told(paid)).toHaveLength(2));
  expect((await told(paid)).map((said) => said.split(':')[0])).toEqual(['Withdrawal approved', 'Withdrawal completed']);
  expect(await told(canceled)).toEqual([]);
});

it('is told in his language', async () => {
  await as(owner).call('configSave', { body: { config_json: '{"language":"zh-CN"}' } });
  const { movement_id } = await ask({ kind: 'adjustment', amount: '-1' });
  await vi.waitFor(async () => expect((await told(movement_id))[0]).toMatch(/^调整已完成: Tessera 账户“.*”调整 −1 USDT：已完成。$/));
});

it('hears nothing of what finance asked for and has taken back, which nobody else can', async () => {
  const { movement_id, account } = await ask({ amount: '50000' });
  const takeBack = (by: HttpClient | undefined) => as(by).call('withdrawalTakeBack', { body: { movement_id } });
  for (const by of [manager, owner]) await expect(takeBack(by)).rejects.toThrow('MONEY_UNKNOWN');
  expect(await takeBack(finance)).toMatchObject({ state: 'TAKEN_BACK', account });
  await expect(decide(movement_id, true)).rejects.toThrow('APPROVAL_DECIDED');
  expect(await told(movement_id)).toEqual([]);
});

it('is not told who of the house has booked what, and why', async () => {
  await ask({ kind: 'adjustment', amount: '1' });
  const { results } = await as(owner).call('withdrawalList', { query: { limit: 1 } });
  expect(results).toMatchObject([{ kind: 'adjustment', asked_by: '', reason: '', proof: '' }]);
});
