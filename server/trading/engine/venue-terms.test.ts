import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { MarketTerms } from '../../../core/domain/markets/market-terms.ts';
import { assets, btcusdt, everyAccount, exchange, silent, steppingClock } from '../trading-fixture.ts';
import { EngineMatching } from './engine-matching.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-terms-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const account = spotAccount(1);
const { id } = btcusdt;
const own: MarketTerms = {
  ...{ tick: '0.01', lot: '0.00001', minQty: '0.00001', maxQty: '9000', minNotional: '10', priceBand: '0.2' },
  ...{ maxResting: 200, maxWaiting: 50 },
};

/** Opens the exchange, with other terms than before, and closes it after `use`. */
async function opened<T>(
  instruments: readonly Instrument[],
  use: (venue: MatchingVenue, told: VenueEvent[]) => T | Promise<T>,
): Promise<T> {
  const told: VenueEvent[] = [];
  const matching = new EngineMatching({
    ...{ dataDir, clock: steppingClock(), logger: silent, register: everyAccount },
    positionsOf: async () => [],
    tradeGroupOf: () => 0,
  });
  const options: MatchingOptions = {
    ...{ exchange, title: 'Tessera', assets, instruments, projectedThrough: 0, retain: 'all' },
    sink: { batch: ({ events }) => void told.push(...events), health: () => undefined },
  };
  const venue = await matching.open(options);
  try {
    return await use(venue, told);
  } finally {
    await venue.close();
  }
}

const order = (price: string, qty: string) =>
  ({ apiId: 1, instrumentId: id, side: 'BUY', type: 'LIMIT', price, qty, clientOrderId: `${price}-${qty}`.replace(/\./g, '_') }) as const;

describe('terms that an operator changes', () => {
  it('hold for what is sent from then on, are told once, and leave what is open', async () => {
    await opened([btcusdt], async (venue, told) => {
      await venue.openAccount(account);
      await venue.deposit(account, 'USDT', '100000', 'one');
      const [resting] = await venue.submit(order('100.01', '0.10003')).then((sent) => (sent.ok ? sent.value : []));
      told.length = 0;
      const change = { tick: '0.5', lot: '0.0001', minQty: '0.001', minNotional: '25', priceBand: '0.3', maxResting: 3 };
      expect(await venue.changeTerms(id, change)).toEqual({ ok: true, value: own });
      expect(venue.terms(id)).toEqual({ ...own, ...change });
      const { maxResting: _limit, ...listed } = change;
      expect(told).toEqual([{ type: 'instrument', instrument: { ...btcusdt, ...listed } }]);
      expect(venue.instruments).toEqual([{ ...btcusdt, ...listed }]);

      expect(venue.openOrders(account)).toEqual([resting]);
      const codes: string[] = [];
      for (const one of [
        order('100.25', '1'),
        order('100.5', '0.00011'),
        order('100.5', '0.0009'),
        order('100.5', '0.2'),
        order('100.5', '0.3'),
      ]) {
        const sent = await venue.submit(one);
        codes.push(sent.ok ? 'OPEN' : sent.error.code);
      }
      expect(codes).toEqual(['ORDER_PRICE_OFF_GRID', 'ORDER_QTY_OFF_GRID', 'ORDER_QTY_TOO_SMALL', 'ORDER_NOTIONAL_TOO_SMALL', 'OPEN']);
      const target = { apiId: 1, instrumentId: id, orderId: resting?.orderId ?? '' };
      expect(await venue.amend({ ...target, price: '100.02' })).toMatchObject({ ok: false, error: { code: 'ORDER_PRICE_OFF_GRID' } });
      expect(await venue.amend({ ...target, price: '100', qty: '1' })).toMatchObject({ ok: true, value: { price: '100' } });
      expect(await venue.submit(order('101', '1'))).toMatchObject({ ok: true });
      expect(await venue.submit(order('101.5', '1'))).toMatchObject({ ok: false, error: { code: 'ORDER_TOO_MANY' } });
      await venue.changeFees({ of: 'market', instrumentId: id, makerFee: '0.0002', takerFee: '0.0004' });
      expect(venue.instruments).toEqual([{ ...btcusdt, ...listed, makerFee: '0.0002', takerFee: '0.0004' }]);
    });
  });

  it('stay through openings, each until the exchange itself says something else of it', async () => {
    const change = { tick: '0.05', lot: '0.0001', minQty: '0.001', minNotional: '25', priceBand: '0.3' };
    await opened([btcusdt], (venue) => venue.changeTerms(id, change));
    const read = (instrument: Instrument) => opened([instrument], (venue) => [venue.terms(id), venue.instruments[0]] as const);
    expect(await read(btcusdt)).toEqual([
      { ...own, ...change },
      { ...btcusdt, ...change },
    ]);
    const dearer = { ...btcusdt, minNotional: '12' };
    expect(await read(dearer)).toEqual([
      { ...own, ...change, minNotional: '12' },
      { ...dearer, ...change, minNotional: '12' },
    ]);
    const smaller = { ...dearer, maxQty: '80.00003' };
    const { tick, priceBand } = change;
    expect(await read(smaller)).toEqual([
      { ...own, tick, priceBand, minNotional: '12', maxQty: '80.00003' },
      { ...smaller, tick, priceBand },
    ]);
    // Another opening of the same terms changes nothing.
    expect((await read(smaller))[0]).toMatchObject({ tick, priceBand, lot: '0.00001' });
  });

  it('are refused by field and rule, and then change and tell nothing', async () => {
    await opened([btcusdt], async (venue, told) => {
      told.length = 0;
      const wrong: [Partial<MarketTerms>, string, string][] = [
        [{ tick: '0.015' }, 'tick', 'must be a multiple of 0.01'],
        [{ tick: '0' }, 'tick', 'must be a multiple of 0.01'],
        [{ lot: '0.000001' }, 'lot', 'must be a multiple of 0.00001'],
        [{ lot: '0.0001' }, 'minQty', 'must be a multiple of 0.0001'],
        [{ minQty: '0' }, 'minQty', 'must be a multiple of 0.00001'],
        [{ maxQty: '1.000001' }, 'maxQty', 'must be a multiple of 0.00001'],
        [{ minQty: '2', maxQty: '1' }, 'maxQty', 'must be 2 at least'],
        [{ minNotional: '0.000000001' }, 'minNotional', 'must have 8 decimals at most'],
        [{ priceBand: '0' }, 'priceBand', 'must be above 0 and 10 at most'],
        [{ priceBand: '10.1' }, 'priceBand', 'must be above 0 and 10 at most'],
        [{ priceBand: '0.0000001' }, 'priceBand', 'must have 6 decimals at most'],
        [{ maxResting: 1_001 }, 'maxResting', 'must be a whole number from 0 to 1000'],
        [{ maxWaiting: 0.5 }, 'maxWaiting', 'must be a whole number from 0 to 1000'],
      ];
      for (const [change, field, rule] of wrong)
        expect(await venue.changeTerms(id, change)).toMatchObject({
          ok: false,
          error: { code: 'REQUEST_INVALID', params: { field, rule } },
        });
      expect(await venue.changeTerms('tessera/NONE/spot', {})).toMatchObject({ ok: false, error: { code: 'MARKET_UNKNOWN_INSTRUMENT' } });
      expect([venue.terms(id), told]).toEqual([own, []]);
    });
  });

  it('keep the quotes of a desk on the steps of now, further from the other side and no smaller', async () => {
    await opened([btcusdt], async (venue) => {
      const desk = await venue.desk('maker');
      await venue.changeTerms(id, { tick: '0.5', lot: '0.0001', minQty: '0.0001' });
      desk.limit(id, 'BUY', 10_049, 10_005, true);
      desk.limit(id, 'SELL', 10_051, 10_005, true);
      await expect.poll(() => venue.depth(id, 1)).toMatchObject({ bids: [['100', '0.1001']], asks: [['101', '0.1001']] });
    });
  });
});
