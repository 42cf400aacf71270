import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { movementReference } from '../../core/domain/accounts/money-movement.ts';
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
  return { apiId, ask, takeBack, client };
}
const outcomes = (tries: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  tries.map((one) => (one.status === 'fulfilled' ? 'OK' : (/[A-Z]+_[A-Z_]+/.exec(String(one.reason))?.[0] ?? '?')));

describe('withdrawals that an owner has open', () => {
  it('are done where their exchange has made them already, as after a restore to an earlier moment than its journal, and are neither refused nor taken back', async () => {
    const { apiId, ask, takeBack } = await owner('restored', '10');
    const [refusedLate, takenLate, waiting] = [await ask('1'), await ask('2'), await ask('3')];
    const key = spotAccount(apiId);
    const made = [
      [refusedLate, '1'],
      [takenLate, '2'],
    ] as const;
    for (const [{ movement_id }, amount] of made) {
      const reference = movementReference(movement_id);
      expect(await server.room.accounts.withdraw(key, 'USDT', amount, reference)).toMatchObject({ ok: true });
      await vi.waitUntil(async () => (await server.store.ledger.transfer('tessera', reference)) !== null, 10_000);
    }
    const decide = manager.call('movementDecide', { body: { movement_id: refusedLate.movement_id, approve: false, reason } });
    await expect(decide).rejects.toThrow('APPROVAL_DECIDED');
    await expect(takeBack(takenLate.movement_id)).rejects.toThrow('APPROVAL_DECIDED');
    for (const [{ movement_id }] of made) expect(await server.store.money.get(movement_id)).toMatchObject({ state: 'DONE' });
    const held = () => server.room.trading.balances([apiId]).find(({ asset }) => asset === 'USDT');
    expect(held()).toMatchObject({ total: '7', held: '3' });
    await takeBack(waiting.movement_id);
    expect(held()).toMatchObject({ total: '7', held: '0' });
  });

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

  it('are twenty at most, and the house takes out what they leave', async () => {
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
      amount: '99.8',
    } as const;
    const whole = { ...body, movement_id: randomUUID(), amount: '100' };
    await expect(finance.call('movementAsk', { body: { ...whole, reason, proof: 'R-2', file_id: null } })).rejects.toThrow(
      /TRANSFER_INSUFFICIENT .*"limit":"99.8"/,
    );
    expect(await finance.call('movementAsk', { body: { ...body, reason, proof: 'R-2', file_id: null } })).toMatchObject({ state: 'DONE' });
    await takeBack(asked[0]?.movement_id ?? '');
    await expect(ask('0.02')).rejects.toThrow(/TRANSFER_INSUFFICIENT .*"limit":"0.01"/);
    expect(await ask('0.01')).toMatchObject({ state: 'REQUESTED' });
  });

  it('hold their money until they are decided: no order, transfer or further withdrawal takes it', async () => {
    const { apiId, ask, takeBack, client } = await owner('patient', '1000');
    const held = () => server.room.trading.balances([apiId]).find(({ asset }) => asset === 'USDT');
    const buy = (qty: string) => {
      const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
      return client.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '10000', qty } });
    };
    const decide = (movement_id: string, approve: boolean) => manager.call('movementDecide', { body: { movement_id, approve, reason } });
    const [first, second] = [await ask('600'), await ask('300')];
    expect(held()).toMatchObject({ total: '1000', held: '900' });
    await expect(buy('0.02')).rejects.toThrow('INSUFFICIENT');
    await buy('0.005');
    expect(await decide(first.movement_id, true)).toMatchObject({ state: 'DONE' });
    expect(Number(held()?.total)).toBe(400);
    expect(await decide(second.movement_id, false)).toMatchObject({ state: 'REFUSED' });
    const third = await ask('300');
    await takeBack(third.movement_id);
    expect(Number(held()?.held), 'what the order needs').toBeLessThan(51);
    expect(server.room.venues.venue('tessera')?.holds?.()).toEqual(expect.not.arrayContaining([`money-${third.movement_id}`]));
    await finance.call('financeProve');
    expect((await finance.call('financeState')).proofs.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('of a whole balance are one, however many are asked for at once', async () => {
    const { ask, apiId } = await owner('racing', '900');
    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => ask('900')));
    expect(outcomes(tries).filter((one) => one === 'OK')).toHaveLength(1);
    expect(new Set(outcomes(tries))).toEqual(new Set(['OK', 'TRANSFER_INSUFFICIENT']));
    expect(server.room.trading.balances([apiId])).toMatchObject([{ total: '900', held: '900' }]);
  });

  it('leave nothing behind where the server stopped between the hold and the request, and are held where it was not yet', async () => {
    const { apiId, ask } = await owner('stopped', '1000');
    const venue = server.room.venues.venue('tessera');
    const key = { apiId, accountType: 'spot' } as const;
    await venue?.hold?.(key, 'USDT', '400', 'money-of-nobody');
    const asked = await ask('500');
    await venue?.release?.(`money-${asked.movement_id}`);
    // What waits for an answer is looked at every ten seconds, and soon after a start.
    const settled = () => expect(server.room.trading.balances([apiId])).toMatchObject([{ total: '1000', held: '500' }]);
    await vi.waitFor(settled, { timeout: 40_000, interval: 500 });
  }, 60_000);

  it('keep nothing back that could not be written down', async () => {
    const { apiId, ask } = await owner('unwritten', '1000');
    const broken = vi.spyOn(server.store, 'transaction').mockRejectedValue(new Error('the database is away'));
    try {
      await expect(ask('400')).rejects.toThrow();
    } finally {
      broken.mockRestore();
    }
    expect(server.room.trading.balances([apiId])).toMatchObject([{ total: '1000', held: '0' }]);
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
    await ask('1.25');
    const [newest, ...earlier] = await told();
    expect(earlier).toHaveLength(before + 1);
    expect(newest?.body).toContain('Withdrawal of 1.25 USDT');
    expect(newest?.body, 'how many wait').toMatch(/\d+/);
  });
});

it('what the house takes out above the limit is held until a second person has decided, by withdrawal or adjustment', async () => {
  const { apiId, client } = await owner('heavy', '1');
  await server.room.accounts.deposit({ apiId, accountType: 'spot' }, 'USDT', '20000', 'a heavy one');
  const held = () => server.room.trading.balances([apiId]).find(({ asset }) => asset === 'USDT');
  const take = (kind: 'withdrawal' | 'adjustment', amount: string) => {
    const body = { movement_id: randomUUID(), kind, api_id: apiId, account_type: 'spot', asset: 'USDT', amount } as const;
    return finance.call('movementAsk', { body: { ...body, reason, proof: 'R-9', file_id: null } });
  };
  const decide = (movement_id: string, approve: boolean) => manager.call('movementDecide', { body: { movement_id, approve, reason } });
  const refusedOne = await take('adjustment', '-20000');
  expect([refusedOne.state, held()?.held]).toEqual(['REQUESTED', '20000']);
  expect(await decide(refusedOne.movement_id, false)).toMatchObject({ state: 'REFUSED' });
  expect(held()?.held).toBe('0');
  const { movement_id } = await take('withdrawal', '20000');
  const market = { api_id: apiId, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const buy = { ...market, side: 'BUY', type: 'LIMIT', price: '10000', qty: '0.02' } as const;
  await expect(client.call('doOrder', { body: buy })).rejects.toThrow('INSUFFICIENT');
  await expect(take('withdrawal', '2')).rejects.toThrow('TRANSFER_INSUFFICIENT');
  expect(await decide(movement_id, true)).toMatchObject({ state: 'DONE' });
  expect(held()).toMatchObject({ total: '1', held: '0' });
});

it('of a hundred take-outs of a whole balance at once the house holds one, which its owner cannot take back, and a hundred decisions at once are one', async () => {
  const { apiId, takeBack, ask } = await owner('crowded', '1');
  await server.room.accounts.deposit({ apiId, accountType: 'spot' }, 'USDT', '19999', 'a crowd');
  const total = () => server.room.trading.balances([apiId]).find(({ asset }) => asset === 'USDT') ?? { total: '0', held: '0' };
  const body = { kind: 'withdrawal', api_id: apiId, account_type: 'spot', asset: 'USDT', amount: '20000' } as const;
  const terms = { reason, proof: 'R-9', file_id: null };
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? finance.call('movementAsk', { body: { ...body, ...terms, movement_id: randomUUID() } }) : ask('20000'),
    ),
  );
  const taken = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value as { readonly movement_id: string }] : []));
  expect(taken).toHaveLength(1);
  expect(total()).toMatchObject({ total: '20000', held: '20000' });
  const [{ movement_id } = { movement_id: '' }] = taken;
  const isHouse = tries.findIndex(({ status }) => status === 'fulfilled') % 2 === 0;
  if (isHouse) await expect(takeBack(movement_id)).rejects.toThrow(/MONEY_|ACCESS_/);
  const decided = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => manager.call('movementDecide', { body: { movement_id, approve: at % 2 === 0, reason } })),
  );
  expect(outcomes(decided).filter((one) => one === 'OK').length).toBeGreaterThanOrEqual(1);
  const { results } = await manager.call('movementList', { query: { search: 'crowded' } });
  const state = results.find((one) => one.movement_id === movement_id)?.state;
  expect(total()).toMatchObject(state === 'DONE' ? { total: '0', held: '0' } : { total: '20000', held: '0' });
  expect(['DONE', 'REFUSED']).toContain(state);
}, 60_000);

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
