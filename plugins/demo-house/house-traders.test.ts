import { expect, it } from 'vitest';
import type { DemoInstance } from '../../core/contract/demo.ts';
import { houseMarkets } from './house-markets.ts';
import { houseTraders } from './house-traders.ts';

const marketsOf = (instances: readonly DemoInstance[]): readonly string[] => instances.map(({ instrumentId }) => instrumentId);

it('has a maker and a taker for every market, of two people, with funds for what they may sell', () => {
  const [maker, taker] = houseTraders;
  const ids = houseMarkets.map(({ symbol }) => `tessera/${symbol}/spot`);
  expect(houseTraders.map(({ username }) => username)).toEqual(['house-maker', 'house-taker']);
  expect(marketsOf(maker?.instances ?? [])).toEqual(ids);
  expect(marketsOf(taker?.instances ?? [])).toEqual(ids);
  for (const { base, makerLimit, takerLimit } of houseMarkets) {
    const held = Number(maker?.funds[base]);
    const mostSold = houseMarkets.filter((market) => market.base === base).reduce((sum, market) => sum + Number(market.makerLimit), 0);
    expect(mostSold).toBeLessThan(held);
    expect(Number(takerLimit) * 10).toBe(Number(makerLimit));
  }
});

it('quotes around the market of the same assets on the simulated exchange', () => {
  expect(houseTraders[0]?.instances.map(({ params }) => params.referenceId)).toEqual(
    houseMarkets.map(({ symbol }) => `aurora/${symbol}/spot`),
  );
});
