import { describe, expect, it } from 'vitest';
import { someInstrument } from '../../core/client/testing/views.ts';
import { findMarkets, listMarkets, marketTitle } from './market-search.ts';

const bitcoin = someInstrument('aurora');
const ether = someInstrument('aurora', 'ETHUSDT');
const recorded = 'replay-some/BTCUSDT/usdm';
const markets = listMarkets([bitcoin, ether], [recorded, bitcoin.id, 'no market'], (exchange) =>
  exchange === 'aurora' ? 'Aurora' : exchange,
);
const found = (search: string, favourites: readonly string[] = []) => findMarkets(markets, favourites, search).map(marketTitle);

describe('the search for a market in a form', () => {
  it('lists the open markets, then those that are only offered, each once', () => {
    expect(found('')).toEqual(['BTC/USDT · Aurora', 'ETH/USDT · Aurora', 'BTCUSDT · replay-some · usdm']);
  });

  it('finds by every word, in any order and case', () => {
    expect(found('usdt BTC')).toEqual(['BTC/USDT · Aurora', 'BTCUSDT · replay-some · usdm']);
    expect(found('btc/usdt aur')).toEqual(['BTC/USDT · Aurora']);
    expect(found('usdm')).toEqual(['BTCUSDT · replay-some · usdm']);
    expect(found('doge')).toEqual([]);
  });

  it('puts favourites first, in their own order', () => {
    expect(found('', [recorded, ether.id])).toEqual(['BTCUSDT · replay-some · usdm', 'ETH/USDT · Aurora', 'BTC/USDT · Aurora']);
  });
});
