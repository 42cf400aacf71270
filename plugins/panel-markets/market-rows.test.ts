import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/domain/instrument.ts';
import { changeOf, matchingMarkets } from './market-rows.ts';

const market = (exchange: string, base: string, quote: string): Instrument =>
  ({ id: `${exchange}/${base}${quote}/spot`, exchange, base, quote, symbol: `${base}${quote}` }) as Instrument;
const markets = [market('tessera', 'BTC', 'USDT'), market('tessera', 'ETH', 'BTC'), market('aurora', 'BTC', 'USDT')];

describe('the list of markets', () => {
  it('finds by symbol, by pair with a slash and by exchange', () => {
    expect(matchingMarkets(markets, '', 'btc').map(({ id }) => id)).toHaveLength(3);
    expect(matchingMarkets(markets, '', 'btc/usdt').map(({ id }) => id)).toEqual(['tessera/BTCUSDT/spot', 'aurora/BTCUSDT/spot']);
    expect(matchingMarkets(markets, '', 'aur btc').map(({ id }) => id)).toEqual(['aurora/BTCUSDT/spot']);
  });

  it('narrows to one exchange', () => {
    expect(matchingMarkets(markets, 'tessera', '').map(({ id }) => id)).toEqual(['tessera/BTCUSDT/spot', 'tessera/ETHBTC/spot']);
  });

  it('puts markets without a price behind all others', () => {
    const ticker = { last: '110', open_24h: '100' } as never;
    expect(changeOf(ticker)).toBeCloseTo(0.1);
    expect(changeOf(null)).toBe(Number.NEGATIVE_INFINITY);
  });
});
