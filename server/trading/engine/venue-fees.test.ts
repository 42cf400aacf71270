import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { assets, btcusdt, everyAccount, exchange, silent, steppingClock } from '../trading-fixture.ts';
import { EngineMatching } from './engine-matching.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-fees-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const feeSchedule = [{ makerShare: '1', takerShare: '1' }];
const account = spotAccount(1);

/** Opens the exchange with other terms than before, and closes it after `use`. */
async function opened<T>(changes: Partial<MatchingOptions>, use: (venue: MatchingVenue) => T | Promise<T>): Promise<T> {
  const matching = new EngineMatching({
    ...{ dataDir, clock: steppingClock(), logger: silent, register: everyAccount },
    positionsOf: async () => [],
    tradeGroupOf: () => 0,
  });
  const venue = await matching.open({
    ...{ exchange, title: 'Tessera', assets, instruments: [btcusdt], feeSchedule, projectedThrough: 0, retain: 'all' },
    sink: { batch: () => undefined, health: () => undefined },
    ...changes,
  });
  try {
    return await use(venue);
  } finally {
    await venue.close();
  }
}

const charged = (changes: Partial<MatchingOptions> = {}) =>
  opened(changes, (venue) => {
    const { makerFee, takerFee } = venue.fees(account, btcusdt.id) ?? {};
    return [makerFee, takerFee];
  });

it('keeps what an operator charges through openings with other terms, until the exchange itself charges something else', async () => {
  const market = { of: 'market', instrumentId: btcusdt.id, makerFee: '0.0002', takerFee: '0.0004' } as const;
  const tier = { of: 'tier', tier: 0, makerShare: '0.5', takerShare: '1' } as const;
  await opened({}, async (venue) => {
    await venue.openAccount(account);
    expect(await venue.changeFees(market)).toEqual({ ok: true, value: { ...market, makerFee: '0.001', takerFee: '0.001' } });
    expect(await venue.changeFees(tier)).toMatchObject({ ok: true, value: { makerShare: '1' } });
  });
  expect(await charged()).toEqual(['0.0001', '0.0004']);
  expect(await charged({ instruments: [{ ...btcusdt, minNotional: '20' }] })).toEqual(['0.0001', '0.0004']);
  expect(await charged({ instruments: [{ ...btcusdt, takerFee: '0.002' }] })).toEqual(['0.0005', '0.002']);
  expect(await charged({ feeSchedule: [{ makerShare: '0.9', takerShare: '1' }] })).toEqual(['0.0009', '0.001']);
});

it('refuses a fraction that is none by its name, and what the exchange does not have', async () => {
  await opened({}, async (venue) => {
    await venue.openAccount(account);
    const market = { of: 'market', instrumentId: btcusdt.id, makerFee: '0.001', takerFee: '0.001' } as const;
    const wrong = [
      [
        { ...market, takerFee: '1.000001' },
        { code: 'REQUEST_INVALID', params: { field: 'takerFee', rule: 'must be from 0 to 1' } },
      ],
      [
        { ...market, makerFee: '0.0000001' },
        { code: 'REQUEST_INVALID', params: { field: 'makerFee' } },
      ],
      [{ ...market, instrumentId: 'tessera/NONE/spot' }, { code: 'MARKET_UNKNOWN_INSTRUMENT' }],
      [
        { of: 'tier', tier: 1, makerShare: '1', takerShare: '1' },
        { code: 'REQUEST_INVALID', params: { field: 'tier' } },
      ],
      [{ of: 'account', account: spotAccount(9), discount: '0.1' }, { code: 'ACCESS_ACCOUNT' }],
      [
        { of: 'account', account, discount: '2' },
        { code: 'REQUEST_INVALID', params: { field: 'discount' } },
      ],
    ] as const;
    for (const [change, error] of wrong) expect(await venue.changeFees(change)).toMatchObject({ ok: false, error });
    expect(venue.fees(account, btcusdt.id)).toEqual({ makerFee: '0.001', takerFee: '0.001', tier: 0, discount: '0' });
  });
});
