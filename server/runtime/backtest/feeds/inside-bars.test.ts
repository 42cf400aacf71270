import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StrategyAction } from '../../../../core/contract/strategy.ts';
import { instrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { place, type Script, scripted } from '../../../../tests/kit/strategy-kit.ts';
import { noLimits } from '../../driver/account/trading-limits.ts';
import { SimulatedSession } from '../../simulation/simulated-session.ts';
import { BarFeed } from './bar-feed.ts';

const { id } = testInstrument;
const other = { ...testInstrument, symbol: 'ETHUSDT', base: 'ETH', id: instrumentId({ ...testInstrument, symbol: 'ETHUSDT' }) };
const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 };
const [minuteMs, hourMs] = [60_000, 3_600_000];

interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const seriesOf = (bars: readonly Bar[], lengthMs: number): BarSeries => ({
  lengthMs,
  grid,
  openMs: Float64Array.from(bars, (_, at) => at * lengthMs),
  open: Float64Array.from(bars, ({ open }) => open),
  high: Float64Array.from(bars, ({ high }) => high),
  low: Float64Array.from(bars, ({ low }) => low),
  close: Float64Array.from(bars, ({ close }) => close),
  lots: Float64Array.from(bars, () => 1),
});

/** Plays bars to a scripted instance and tells every line that it asked for and was told, `<time> <line>`. `others` are those of a second market. */
async function linesOf(bars: readonly Bar[], lengthMs: number, script: Script, others: readonly Bar[] = []): Promise<readonly string[]> {
  const lines: string[] = [];
  const feed = new BarFeed([
    { part: { instrument: testInstrument, grid, kind: 'bars' }, series: seriesOf(bars, lengthMs) },
    { part: { instrument: other, grid, kind: 'bars' }, series: seriesOf(others, lengthMs) },
  ]);
  const session = new SimulatedSession(
    {
      ...{ definition: scripted(script), executors: {}, params: {}, seed: 1, markets: feed.markets },
      accounts: [{ apiId: 1, exchange: testInstrument.exchange, balances: { USDT: '10000', BTC: '10' } }],
      ...{ limits: noLimits, latencyMs: 0, isOptimistic: false, idPrefix: 'i' },
      listener: { line: ({ timeMs, what }) => lines.push(`${timeMs} ${what}`) },
    },
    0,
  );
  await feed.play(
    session,
    { fromMs: 0, toMs: bars.length * lengthMs },
    {
      ...{ nextMs: Number.POSITIVE_INFINITY, reached: () => undefined, moment: () => undefined, passed: () => undefined },
    },
  );
  return lines;
}

const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.includes('filled'));
const order = (tag: string, more: Parameters<typeof place>[1]): StrategyAction => place(tag, more);
const sellNow = order('out', { side: 'SELL', type: 'MARKET' });
const band = (low: string, high: string) => ({ type: 'band', instrumentId: id, low, high }) as const;

describe('inside a bar', () => {
  it('fires a stop loss of an instance when only the low of the hour is beyond it, where and when the path passes it', async () => {
    const hours = [
      { open: 10_000, high: 10_000, low: 10_000, close: 10_000 },
      { open: 10_000, high: 10_050, low: 9_820, close: 9_990 },
    ];
    const lines = await linesOf(hours, hourMs, { subscribe: [band('98.5', '105')], on: { 'band below': [sellNow] } });
    // From 100.50 at 1:20 to 98.20 at 1:40: 98.49 is 201 of 230 ticks on the way.
    const timeMs = hourMs + 20 * minuteMs + Math.floor((20 * minuteMs * 201) / 230);
    expect(filled(lines)).toEqual([`${timeMs} filled 1 @ 98.49 TAKER fee 0.09849 USDT`]);
  });

  it('fires in the hour in which bars of a minute fire, whatever the path', async () => {
    const walks = fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.nat(25), fc.nat(25)), { minLength: 60, maxLength: 240 });
    const edges = fc.tuple(fc.integer({ min: 9_700, max: 9_999 }), fc.integer({ min: 10_001, max: 10_300 }));
    await fc.assert(
      fc.asyncProperty(walks, edges, async (walk, [low, high]) => {
        let open = 10_000;
        const minutes = walk.map(([move, above, below]): Bar => {
          const bar = { open, high: Math.max(open, open + move) + above, low: Math.min(open, open + move) - below, close: open + move };
          open = bar.close;
          return bar;
        });
        const hours = Array.from({ length: Math.ceil(minutes.length / 60) }, (_, hour): Bar => {
          const part = minutes.slice(hour * 60, hour * 60 + 60);
          return {
            open: (part[0] as Bar).open,
            high: Math.max(...part.map((bar) => bar.high)),
            low: Math.min(...part.map((bar) => bar.low)),
            close: (part.at(-1) as Bar).close,
          };
        });
        const script: Script = {
          subscribe: [band((low / 100).toFixed(2), (high / 100).toFixed(2))],
          on: Object.fromEntries(['band below', 'band above'].map((what) => [what, [sellNow, { type: 'finish', key: what, params: {} }]])),
        };
        const hourOf = async (bars: readonly Bar[], lengthMs: number) =>
          filled(await linesOf(bars, lengthMs, script)).map((line) => Math.floor(Number.parseInt(line, 10) / hourMs));
        const expected = hours.findIndex((bar) => bar.low < low || bar.high > high);
        expect(await hourOf(hours, hourMs)).toEqual(expected < 0 ? [] : [expected]);
        expect(await hourOf(minutes, minuteMs)).toEqual(expected < 0 ? [] : [expected]);
      }),
      { numRuns: 60 },
    );
  });

  it('fills at the time at which the path comes there, and lets what is asked for then act on the rest of the path only', async () => {
    const hours = [
      { open: 10_000, high: 10_000, low: 10_000, close: 10_000 },
      // Down to 98.00 at 1:20, up to 104.00 at 1:40, and to 101.00 at the close.
      { open: 10_000, high: 10_400, low: 9_800, close: 10_100 },
      { open: 10_100, high: 10_100, low: 10_100, close: 10_100 },
    ];
    const lines = await linesOf(hours, hourMs, {
      start: [order('buy', { price: '99' }), order('early', { side: 'SELL', price: '103.5' })],
      on: {
        // 97 and 98.5 on the way down are over or never come; 102 on the way up comes, and 101.5 on the way back.
        'filled buy': [order('never', { price: '97' }), order('win', { side: 'SELL', price: '102' })],
        'filled win': [order('again', { price: '101.5' })],
      },
    });
    const minute = (line: string): number => Math.floor(Number.parseInt(line, 10) / minuteMs);
    expect(filled(lines).map((line) => [minute(line), line.split(' ').slice(1, 6).join(' ')])).toEqual([
      [70, 'filled 1 @ 99 MAKER'],
      [93, 'filled 1 @ 102 MAKER'],
      [98, 'filled 1 @ 103.5 MAKER'],
      [116, 'filled 1 @ 101.5 MAKER'],
    ]);
  });

  it('fills at the open at the time of the open, and tells the candle after everything inside it', async () => {
    const hours = [
      { open: 10_000, high: 10_000, low: 10_000, close: 10_000 },
      { open: 9_800, high: 9_900, low: 9_700, close: 9_800 },
    ];
    const subscribe = [{ type: 'candle', instrumentId: id, interval: '1h' }] as const;
    const lines = await linesOf(hours, hourMs, {
      subscribe,
      start: [order('gap', { price: '99' }), order('low', { price: '97.5' })],
      on: { candle: [order('now', { type: 'MARKET' })], 'filled now': [] },
    });
    expect(filled(lines)).toEqual([
      `${hourMs} filled 1 @ 98 MAKER fee 0.001 BTC`,
      `${hourMs} filled 1 @ 98 TAKER fee 0.001 BTC`,
      expect.stringMatching(/^\d+ filled 1 @ 97.5 MAKER/),
    ]);
    expect(lines.at(-1)).toMatch(new RegExp(`^${2 * hourMs - 1} .*(place|accepted)`));
  });

  it('hears of a candle when all markets have closed theirs: what it does then acts from the next bar on, wherever', async () => {
    const flat = (price: number): Bar => ({ open: price, high: price, low: price, close: price });
    const script: Script = {
      subscribe: [{ type: 'candle', instrumentId: id, interval: '1h' }],
      on: { candle: [order('b', { instrumentId: other.id, type: 'MARKET' }), { type: 'finish', key: 'done', params: {} }] },
    };
    const lines = await linesOf([flat(100), flat(100)], hourMs, script, [flat(5_000), flat(6_000)]);
    expect(filled(lines)).toEqual([`${hourMs} filled 1 @ 60 TAKER fee 0.001 ETH`]);
  });

  it('plays a bracket: what its entry buys is sold by the leg that the path reaches first, and the strategy hears of each under its tag', async () => {
    const hours = [
      { open: 10_000, high: 10_000, low: 10_000, close: 10_000 },
      // Up to 102.00, down to 97.00, and to 99.00 at the close.
      { open: 10_000, high: 10_200, low: 9_700, close: 9_900 },
    ];
    const legs = {
      takeProfit: { type: 'TAKE_PROFIT', triggerPrice: '103', price: '103' },
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '98' },
    } as const;
    const nearer = {
      takeProfit: { type: 'LIMIT', price: '98.5' },
      stopLoss: { type: 'STOP_LOSS', triggerPrice: '97.2', price: '97' },
    } as const;
    const lines = await linesOf(hours, hourMs, {
      start: [{ type: 'setTimer', timer: 't', afterMs: minuteMs }],
      on: {
        'timer t': [order('pair', { price: '99.5', triggerKind: 'CONDITIONAL_OCO', ...legs })],
        'filled pair': [{ type: 'amend', tag: 'pair.stopLoss', triggerPrice: '97.5' }],
        'filled pair.stopLoss': [order('again', { side: 'SELL', type: 'MARKET', triggerKind: 'OCO', ...nearer })],
      },
    });
    expect(lines.filter((line) => !line.includes('accepted')).map((line) => line.replace(/^\d+ /, '').replace(/ aurora.*/, ''))).toEqual([
      'place BUY LIMIT 1 @ 99.5 CONDITIONAL_OCO 103 / 98',
      'filled 1 @ 99.5 MAKER fee 0.001 BTC',
      'amend  @  trigger 97.5',
      'canceled CANCELED_BY_PAIR',
      'filled 1 @ 97.5 TAKER fee 0.0975 USDT',
      'place SELL MARKET 1 OCO 98.5 / 97.2',
      'canceled CANCELED_BY_PAIR',
      'filled 1 @ 97.2 TAKER fee 0.0972 USDT',
    ]);
  });

  it('fires orders that wait for a trigger where the path passes it, holds nothing for them before, and fails what cannot be paid then', async () => {
    const hours = [
      { open: 10_000, high: 10_000, low: 10_000, close: 10_000 },
      // Down to 98.00, up to 104.00, and to 101.00 at the close.
      { open: 10_000, high: 10_400, low: 9_800, close: 10_100 },
      { open: 9_900, high: 9_900, low: 9_900, close: 9_900 },
    ];
    const lines = await linesOf(hours, hourMs, {
      start: [{ type: 'setTimer', timer: 't', afterMs: minuteMs }],
      on: {
        'timer t': [
          order('stop', { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '98.5' }),
          order('true', { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '100' }),
          order('goal', { side: 'SELL', type: 'TAKE_PROFIT', triggerPrice: '103', price: '103.5' }),
          order('poor', { side: 'BUY', type: 'TRIGGER_MARKET', triggerPrice: '102', qty: '1000' }),
          order('gap', { side: 'SELL', type: 'STOP_LOSS', triggerPrice: '99.5', price: '95', qty: '9' }),
        ],
      },
    });
    expect(
      lines.filter((line) => /filled|rejected|denied/.test(line)).map((line) => line.replace(/^\d+ /, '').replace(/ fee.*/, '')),
    ).toEqual([
      'denied ORDER_WOULD_TRIGGER',
      'filled 9 @ 99.5 TAKER',
      'filled 1 @ 98.5 TAKER',
      'rejected FAILED_BALANCE',
      'rejected FAILED_BALANCE',
    ]);
  });
});
