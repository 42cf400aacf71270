import { describe, expect, it } from 'vitest';
import type { Fill, MarketTrade } from '../../core/contract/client-services.ts';
import { joinedPrints, ownTrades, printsFrom, singlePrints } from './prints.ts';

const trade = (id: number, side: 'BUY' | 'SELL', price: string, qty: string, timeMs = 1_000): MarketTrade => ({
  tradeId: String(id),
  side,
  price,
  qty,
  timeMs,
});
/** Newest first: a buyer who climbed over two prices, a seller of the same moment, and an older buyer. */
const trades = [
  trade(5, 'BUY', '100.2', '0.1'),
  trade(4, 'BUY', '100.1', '0.20'),
  trade(3, 'BUY', '100.1', '0.3'),
  trade(2, 'SELL', '100.0', '5'),
  trade(1, 'BUY', '100.1', '1', 900),
];
const none: ReadonlySet<string> = new Set();

describe('prints of trades', () => {
  it('join what one taker took at one moment, exactly, under the id of its oldest trade', () => {
    expect(joinedPrints(trades, none)).toEqual([
      { key: '3', side: 'BUY', timeMs: 1_000, price: '100.2', from: '100.1', qty: '0.6', trades: 3, own: false },
      { key: '2', side: 'SELL', timeMs: 1_000, price: '100.0', from: null, qty: '5', trades: 1, own: false },
      { key: '1', side: 'BUY', timeMs: 900, price: '100.1', from: null, qty: '1', trades: 1, own: false },
    ]);
  });

  it('keep their id while they grow', () => {
    expect(joinedPrints(trades.slice(1), none)[0]).toMatchObject({ key: '3', qty: '0.5', trades: 2, from: null });
  });

  it('are filtered by their own size: small trades of a large order stay', () => {
    expect(printsFrom(joinedPrints(trades, none), '0.6').map(({ key }) => key)).toEqual(['3', '2', '1']);
    expect(printsFrom(singlePrints(trades, none), '0.6').map(({ key }) => key)).toEqual(['2', '1']);
    expect(printsFrom(singlePrints(trades, none), '')).toHaveLength(5);
  });

  it('are marked when the user took part, in this market', () => {
    const fills = [
      { instrumentId: 'a/X/spot', tradeId: '4' },
      { id: 'b/X/spot', tradeId: '1' },
    ] as Fill[];
    const own = ownTrades(fills, 'a/X/spot');
    expect(joinedPrints(trades, own).map((print) => print.own)).toEqual([true, false, false]);
    expect(singlePrints(trades, own).map((print) => print.own)).toEqual([false, true, false, false, false]);
  });
});
