import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import example from '../../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import { strategy as marketMaker } from '../../../plugins/strategy-market-maker/strategy.ts';
import { strategy as grid } from '../../../plugins/strategy-shock-grid/strategy.ts';
import { bundleStrategy } from '../../../scripts/plugin-pack/bundle-strategy.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { randomBars } from '../../../tests/kit/recordings/random-bars.ts';
import { strategy as rsiTurns } from '../../../tests/kit/strategies/rsi-turns.ts';
import { driverParts, orderOf } from '../../../tests/kit/strategy-kit.ts';
import { StrategyDriver } from '../driver/strategy-driver.ts';
import { KnownMarkets } from '../driver/watched/known-markets.ts';
import { executors } from '../executors/index.ts';
import { GuestEngine } from './guest-engine.ts';
import { IsolatedShelf } from './isolated-shelf.ts';

const open = marketMaker as StrategyDefinition;
const instrument = { ...testInstrument, makerFee: '0' };
const params = { ...example, instrumentId: instrument.id, startPosition: '1', maxMove: '0.5' };

/** Everything that a walk of the market makes a strategy do, and the state that it ends with. */
function walk(definition: StrategyDefinition): readonly string[] {
  const parts = driverParts({ definition, markets: new KnownMarkets({ [instrument.id]: instrument }) });
  const { driver, effects } = StrategyDriver.start(parts, params, 1, 0);
  const log = [JSON.stringify(effects)];
  for (let at = 0; at < 400; at++) {
    const bid = 50_000 + Math.round(Math.sin(at / 40) * 30);
    const book = {
      instrumentId: instrument.id,
      sequence: at,
      timeMs: at * 100,
      bids: [[`${bid}`, '1']],
      asks: [[`${bid + 1}`, '2']],
    } as const;
    const made = driver.market({ type: 'book', book }, at * 100);
    log.push(JSON.stringify(made));
    for (const effect of made) {
      if (effect.type !== 'cancel') continue;
      const report = { type: 'canceled', clientOrderId: effect.clientOrderId, order: orderOf(effect.clientOrderId) } as const;
      log.push(JSON.stringify(driver.order(report, at * 100)));
    }
    if (at === 200) log.push(JSON.stringify(driver.update({ ...params, levels: 2 }, at * 100)));
  }
  log.push(JSON.stringify(driver.stop(40_000)), JSON.stringify(driver.snapshot));
  return log;
}

it('plots from a package like any other, until it plots more lines than a market may have', async () => {
  const code = `var tesseraPlugin = { plugin: { strategies: { lines: {
    params: {},
    start: () => ({ state: 0, subscribe: [] }),
    onMarket: (context, state) => ({ state, actions: [] }),
    onOrder: (context, state) => ({ state, actions: [] }),
    onTimer: (context, state) => ({ state: state + 1, actions: [{ type: 'plot', instrumentId: '${instrument.id}', series: 'line' + state, value: '1.5' }] }),
    onStop: (context, state) => ({ state, actions: [] }),
  } } } };`;
  const packed = new IsolatedShelf(await GuestEngine.start(), code, executors).open('lines');
  if (packed === null) throw new Error('the package has no such strategy');
  const parts = driverParts({ definition: packed.definition, markets: new KnownMarkets({ [instrument.id]: instrument }) });
  const { driver } = StrategyDriver.start(parts, { instrumentId: instrument.id }, 1, 0);
  for (let at = 0; at < 8; at++) {
    expect(driver.update({ instrumentId: instrument.id }, at)).toEqual([
      { type: 'plot', instrumentId: instrument.id, series: `line${at}`, value: '1.5', timeMs: at },
    ]);
  }
  expect(() => driver.update({ instrumentId: instrument.id }, 8)).toThrow('plot: series may have at most 8 different values on one market');
  packed.close();
});

it('behaves behind the wall as without it, order by order, and so does its state', async () => {
  const code = await bundleStrategy(fileURLToPath(new URL('../../../plugins/strategy-market-maker/server.ts', import.meta.url)));
  const packed = new IsolatedShelf(await GuestEngine.start(), code, executors).open('market-maker');
  if (packed === null) throw new Error('the package has no market maker');
  expect(walk(packed.definition)).toEqual(walk(open));
  const { check, preview } = packed.definition;
  const instruments = { [instrument.id]: instrument };
  expect(packed.definition.check?.(params, instruments) ?? null).toEqual(open.check?.(params, instruments) ?? null);
  const wrong = { ...params, minOpenSpread: '0' };
  expect(packed.definition.check?.(wrong, instruments)).toEqual(open.check?.(wrong, instruments));
  expect([typeof check, typeof preview]).toEqual(['function', 'function']);
  packed.close();
});

it('says before a start behind the wall what it says without it, and suggests the same', async () => {
  const code = await bundleStrategy(fileURLToPath(new URL('../../../plugins/strategy-shock-grid/server.ts', import.meta.url)));
  const packed = new IsolatedShelf(await GuestEngine.start(), code, executors).open('shock-grid');
  if (packed === null) throw new Error('the package has no grid');
  const { id } = instrument;
  const candle = { openMs: 0, open: '900', high: '1020', low: '980', close: '1000', volume: '1', quoteVolume: '1', trades: 1 };
  const context = {
    params: { apiId: 1, instrumentId: id, lowPrice: '900', highPrice: '1100', levels: 4, orderQty: '0.1', sellAtStop: false },
    ...{ instruments: { [id]: instrument }, books: {}, lastPrices: { [id]: '1000' }, balances: [] },
    fees: { [id]: { makerFee: '0.0008', takerFee: '0.001', isOwn: true } },
    candles: [14, 70].map((count) => Array.from({ length: count }, () => candle)),
  };
  const told = ({ preview, figures, suggest }: StrategyDefinition) => [
    ...[preview?.(context), figures?.(context), suggest?.history(context.params), suggest?.values(context)],
    suggest?.values({ ...context, params: {} }),
  ];
  const open = told(grid as StrategyDefinition);
  expect(open.every((one) => one !== undefined)).toBe(true);
  expect(JSON.parse(JSON.stringify(told(packed.definition)))).toEqual(JSON.parse(JSON.stringify(open)));
  packed.close();
});

it('has the same indicators behind the wall, with the same states to the last digit', async () => {
  const code = await bundleStrategy(fileURLToPath(new URL('../../../tests/kit/strategies/rsi-turns.ts', import.meta.url)));
  const packed = new IsolatedShelf(await GuestEngine.start(), code, executors).open('rsi-turns');
  if (packed === null) throw new Error('the package has no such strategy');
  const walked = (definition: StrategyDefinition): readonly string[] => {
    const parts = driverParts({ definition, markets: new KnownMarkets({ [instrument.id]: instrument }) });
    const { driver } = StrategyDriver.start(parts, { instrumentId: instrument.id }, 1, 0);
    return randomBars(300).map(({ timestamp: openMs, open, high, low, close, volume = 0 }) => {
      const [o, h, l, c, v] = [open, high, low, close, volume].map((value) => value.toFixed(4)) as [string, string, string, string, string];
      const candle = { openMs, open: o, high: h, low: l, close: c, volume: v, quoteVolume: '0', trades: 1 };
      const made = driver.market({ type: 'candle', instrumentId: instrument.id, interval: '1m', candle, closed: true }, openMs + 60_000);
      return JSON.stringify([made, driver.snapshot]);
    });
  };
  const open = walked(rsiTurns as StrategyDefinition);
  expect(open.filter((line) => line.includes('"mark"')).length).toBeGreaterThan(5);
  expect(walked(packed.definition)).toEqual(open);
  packed.close();
});

it('hears marks, indexes, fundings and sessions behind the wall, and moves money by the same words', async () => {
  const kinds = ['mark', 'index', 'funding', 'session'];
  const code = `var tesseraPlugin = { plugin: { strategies: { prices: {
    params: {},
    start: () => ({ state: [], subscribe: ${JSON.stringify(kinds)}.map((type) => ({ type, instrumentId: '${instrument.id}' })) }),
    onMarket: (context, state, event) => ({ state: [...state, event.type + ' ' + (event.price ?? event.rate ?? event.phase)], actions: [] }),
    onOrder: (context, state, event) => ({ state: [...state, event.type + ' ' + event.tag], actions: [] }),
    onTimer: (context, state) => ({ state, actions: [
      { type: 'borrow', tag: 'loan', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '5' },
      { type: 'repay', tag: 'back', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '5' },
    ] }),
    onStop: (context, state) => ({ state, actions: [] }),
  } } } };`;
  const packed = new IsolatedShelf(await GuestEngine.start(), code, executors).open('prices');
  if (packed === null) throw new Error('the package has no such strategy');
  const own = { apiId: 1, instrumentId: instrument.id };
  const parts = driverParts({ definition: packed.definition, markets: new KnownMarkets({ [instrument.id]: instrument }) });
  const { driver } = StrategyDriver.start(parts, own, 1, 0);
  const { id: instrumentId } = instrument;
  for (const type of ['mark', 'index'] as const) driver.market({ type, instrumentId, price: '101', timeMs: 1 }, 1);
  driver.market({ type: 'funding', instrumentId, rate: '0.0001', timeMs: 2 }, 2);
  driver.market({ type: 'session', instrumentId, phase: 'BREAK', takesOrders: false, untilMs: 9, timeMs: 3 }, 3);
  expect(driver.update(own, 4).map(({ type }) => type)).toEqual(['borrow', 'repay']);
  driver.order({ type: 'moved', clientOrderId: 'i-1', denial: null }, 5);
  expect(driver.state).toEqual(['mark 101', 'index 101', 'funding 0.0001', 'session BREAK', 'moved loan']);
  packed.close();
});
