import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server: what owners ask for, over and over. */
let server: TestServer;
let finance: HttpClient;
let manager: HttpClient;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-money', 'service-accounts', 'service-inbox'].map(pluginSource);
  server = await startTestServer({ plugins, rateFactor: 100 });
  [finance, manager] = (await Promise.all(['finance', 'finance_manage'].map(server.signIn))) as [HttpClient, HttpClient];
}, 120_000);
afterAll(() => server?.close());

const reason = 'asked for by its owner';
/** Somebody new with an account of so much USDT and an address in his book. */
async function owner(username: string, amount: string) {
  const user = await server.people.create({
    username,
    email: null,
    password: 'a long password 7',
    role: 'user',
    vipLevel: 3,
    demo: false,
  });
  const { apiId } = await server.room.accounts.ensureAccount(user.id, 'tessera');
  const deposit = { movement_id: randomUUID(), kind: 'deposit', api_id: apiId, account_type: 'spot', asset: 'USDT', amount } as const;
  await finance.call('movementAsk', { body: { ...deposit, reason, proof: 'R-1', file_id: null } });
  const client = server.guest();
  await client.signIn(username, 'a long password 7');
  const address = { label: 'Cold wallet', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const { address_id } = await client.call('addressAdd', { body: address });
  const ask = (wanted: string, movement_id: string = randomUUID()) =>
    client.call('withdrawalAsk', { body: { movement_id, api_id: apiId, account_type: 'spot', address_id, amount: wanted } });
  const takeBack = (movement_id: string) => client.call('withdrawalTakeBack', { body: { movement_id } });
  return { apiId, ask, takeBack };
}
const outcomes = (tries: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  tries.map((one) => (one.status === 'fulfilled' ? 'OK' : (/[A-Z]+_[A-Z_]+/.exec(String(one.reason))?.[0] ?? '?')));

describe('withdrawals that an owner has open', () => {
  it('are never more in sum than what is free, also when they are asked for at once, and what is taken back counts no more', async () => {
    const { ask, takeBack } = await owner('greedy', '5000');
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => ask('2000')));
    expect(outcomes(tries).toSorted()).toEqual(['OK', 'OK', ...Array.from({ length: 6 }, () => 'TRANSFER_INSUFFICIENT')]);
    await expect(ask('1000.01')).rejects.toThrow(/TRANSFER_INSUFFICIENT .*"limit":"1000"/);
    const last = await ask('1000');
    await expect(ask('0.01')).rejects.toThrow('TRANSFER_INSUFFICIENT');
    expect(await ask('1000', last.movement_id), 'a repeat is no further one').toMatchObject({ state: 'REQUESTED' });
    await takeBack(last.movement_id);
    expect(await ask('999')).toMatchObject({ state: 'REQUESTED' });
  });

  it('are twenty at most, and the house takes out what it has to all the same', async () => {
    const { ask, takeBack, apiId } = await owner('many', '100');
    const asked = [];
    for (let number = 0; number < 20; number++) asked.push(await ask('0.01'));
    await expect(ask('0.01')).rejects.toThrow(/MONEY_TOO_MANY_OPEN .*"limit":20/);
    const body = {
      movement_id: randomUUID(),
      kind: 'withdrawal',
      api_id: apiId,
      account_type: 'spot',
      asset: 'USDT',
      amount: '100',
    } as const;
    expect(await finance.call('movementAsk', { body: { ...body, reason, proof: 'R-2', file_id: null } })).toMatchObject({ state: 'DONE' });
    await takeBack(asked[0]?.movement_id ?? '');
    await expect(ask('0.01')).rejects.toThrow('TRANSFER_INSUFFICIENT');
  });

  it('are told to those who may decide in one message until they have read it', async () => {
    const { ask } = await owner('noisy', '100');
    const told = async () => (await manager.call('messageList', { query: { type: 3 } })).filter(({ title }) => title.includes('decision'));
    const readAll = async () => {
      const ids = (await told()).map(({ id }) => id);
      if (ids.length > 0) await manager.call('messageRead', { body: { messages: ids } });
      return ids.length;
    };
    const before = await readAll();
    for (let number = 0; number < 5; number++) await ask('1');
    expect(await told()).toHaveLength(before + 1);
    await readAll();
    const sixth = await ask('1');
    const [newest, ...earlier] = await told();
    expect(earlier).toHaveLength(before + 1);
    expect(newest?.body).toContain(sixth.movement_id);
    expect(newest?.body, 'how many wait').toMatch(/\d+/);
  });
});

it('a movement that is asked for many times at once under one id is one, and everybody hears so', async () => {
  const { apiId } = await owner('hasty', '1');
  const body = { movement_id: randomUUID(), kind: 'deposit', api_id: apiId, account_type: 'spot', asset: 'USDT', amount: '7' } as const;
  const asked = { ...body, reason, proof: 'R-1', file_id: null };
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => finance.call('movementAsk', { body: asked })));
  expect(new Set(outcomes(tries))).toEqual(new Set(['OK']));
  await expect(finance.call('movementAsk', { body: { ...asked, amount: '8' } })).rejects.toThrow('MONEY_ID_TAKEN');
  const { results } = await finance.call('movementList', { query: { search: 'hasty' } });
  expect(results.map(({ amount, state }) => [amount, state])).toEqual([
    ['7', 'DONE'],
    ['1', 'DONE'],
  ]);
  // As much as it has, taken out many times at once under one id: late ones find it gone and are no refusals.
  const out = { ...asked, movement_id: randomUUID(), kind: 'withdrawal', amount: '8' } as const;
  const taken = await Promise.allSettled(Array.from({ length: 40 }, () => finance.call('movementAsk', { body: out })));
  expect(new Set(outcomes(taken))).toEqual(new Set(['OK']));
}, 30_000);
