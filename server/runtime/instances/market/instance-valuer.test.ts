import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { InstanceAccount } from '../../driver/account/instance-account.ts';
import type { DriverSnapshot } from '../../driver/driver-snapshot.ts';
import type { InstanceBooks } from '../../worker/worker-protocol.ts';
import { InstanceValuer } from './instance-valuer.ts';

const market = (exchange: string, base: string, quote: string): Instrument => ({
  ...testInstrument,
  id: `${exchange}/${base}${quote}/spot`,
  exchange,
  symbol: `${base}${quote}`,
  base,
  quote,
});
const prices: Record<string, string> = {
  'replay/BTCUSDT/spot': '20000',
  'aurora/BTCUSDT/spot': '61000',
  'tessera/BTCUSDT/spot': '60000',
  'tessera/ETHBTC/spot': '0.05',
  'polaris/ETHBTC/spot': '0.05',
  'replay/ETHBTC/spot': '0.05',
};
const all = ['replay', 'aurora', 'tessera', 'polaris'].flatMap((exchange) => [
  market(exchange, 'BTC', 'USDT'),
  market(exchange, 'ETH', 'BTC'),
]);
const markets = {
  instrument: (id: string) => all.find((one) => one.id === id) ?? null,
  instruments: () => all,
  referencePrice: (id: string) => (prices[id] === undefined ? null : ({ kind: 'INDEX', price: prices[id] } as const)),
  isEphemeral: (exchange: string) => exchange === 'replay',
};
/** Bought ten ETH for half a BTC, and paid ten USDT for it. */
const booksAt = (exchange: string): InstanceBooks => ({
  flows: [
    {
      apiId: 1,
      instrumentId: `${exchange}/ETHBTC/spot`,
      base: '10',
      quote: '-0.5',
      cost: '0.5',
      fees: '0',
      fills: 1,
      paid: { USDT: '10', BTC: '0.001' },
    },
  ],
  orderTimes: [],
  day: { startMs: 0, results: {} },
});
const rateAt = (account: InstanceAccount): unknown => account.result('USDT').rates;

describe('results in several assets are valued', () => {
  it('by the exchange on which they were made, whichever comes first among all', () => {
    const books = booksAt('tessera');
    const valuer = new InstanceValuer(markets);
    expect(rateAt(valuer.account(books))).toEqual([{ asset: 'BTC', rate: '60000' }]);
    const { closing } = JSON.parse(valuer.closed(JSON.stringify(books))) as DriverSnapshot;
    expect(closing?.rates).toEqual({ 'BTC/USDT': '60000' });
    const told = valuer.pricesFor(new Set(['tessera/ETHBTC/spot']), books);
    const inDriver = new InstanceAccount({
      instruments: Object.fromEntries(all.map((one) => [one.id, one])),
      lastPrice: (id) => told[id] ?? null,
    });
    inDriver.restore(books);
    expect(rateAt(inDriver)).toEqual([{ asset: 'BTC', rate: '60000' }]);
  });

  it('by another exchange where their own has no price, but never by a replay', () => {
    const valuer = new InstanceValuer(markets);
    expect(rateAt(valuer.account(booksAt('polaris')))).toEqual([{ asset: 'BTC', rate: '61000' }]);
    expect(Object.keys(valuer.pricesFor(new Set(), booksAt('polaris')))).not.toContain('replay/BTCUSDT/spot');
  });

  it('by the replay that they were made on', () => {
    const valuer = new InstanceValuer(markets);
    expect(rateAt(valuer.account(booksAt('replay')))).toEqual([{ asset: 'BTC', rate: '20000' }]);
    expect(valuer.pricesFor(new Set(), booksAt('replay'))['replay/BTCUSDT/spot']).toBe('20000');
  });
});
