import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import example from '../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import { strategy as marketMaker } from '../../plugins/strategy-market-maker/strategy.ts';
import { StrategyDriver } from '../../server/runtime/driver/strategy-driver.ts';
import { KnownMarkets } from '../../server/runtime/driver/watched/known-markets.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { driverParts, orderOf } from '../../tests/kit/strategy-kit.ts';

/** Plays books to one market maker, a walk that asks for new quotes every few of them as a lively market does. Gives the orders placed. */
export function quoteBooks(books: number, strategy: StrategyDefinition = marketMaker as never): number {
  const instrument = { ...testInstrument, makerFee: '0' };
  const parts = driverParts({ definition: strategy, markets: new KnownMarkets({ [instrument.id]: instrument }) });
  const params = { ...example, instrumentId: instrument.id, startPosition: '1', maxMove: '0.5' };
  const { driver } = StrategyDriver.start(parts, params, 1, 0);
  let orders = 0;
  for (let at = 0; at < books; at++) {
    const bid = 50_000 + Math.round(Math.sin(at / 40) * 30);
    const sides = { bids: [[`${bid}`, '1']], asks: [[`${bid + 1}`, '2']] } as const;
    const book = { instrumentId: instrument.id, sequence: at, timeMs: at * 100, ...sides };
    for (const effect of driver.market({ type: 'book', book }, at * 100)) {
      if (effect.type === 'place') orders++;
      if (effect.type !== 'cancel') continue;
      driver.order({ type: 'canceled', clientOrderId: effect.clientOrderId, order: orderOf(effect.clientOrderId) }, at * 100);
    }
  }
  return orders;
}
