import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { candleHeader } from '../../../core/simulation/recordings/bar-recording.ts';
import { fundingHeader } from '../../../core/simulation/recordings/funding-recording.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { recordedMarkets } from '../../../server/runtime/backtest/feeds/recorded-markets.ts';
import { findLookAhead } from '../../../server/runtime/backtest/look-ahead.ts';
import type { RunResult } from '../../../server/runtime/backtest/run-backtest.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { WrittenRecordings } from '../../kit/recordings/written-recordings.ts';
import { place, scripted } from '../../kit/strategy-kit.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2025, 0, 1);
const id = 'replay-some-linear/BTCUSDT/usdm';
const candles = 'candles/some_linear/1h/BTCUSDT.csv.gz';
const funding = 'funding/some_linear/BTCUSDT.csv.gz';

/** A day of hours around 100: down through 90, back up through 100. `[open, high, low, close]` by hour; what is left out stands still. */
function dayOf(hours: Readonly<Record<number, readonly [number, number, number, number]>>): readonly string[] {
  let last = 100;
  const rows = Array.from({ length: 25 }, (_, hour) => {
    const [open, high, low, close] = hours[hour] ?? [last, last, last, last];
    last = close;
    return `${startMs + hour * hourMs},${open.toFixed(1)},${high.toFixed(1)},${low.toFixed(1)},${close.toFixed(1)},1.000`;
  });
  return [candleHeader, ...rows];
}

const day = dayOf({ 1: [100, 100, 89, 92], 2: [92, 95, 92, 95], 8: [95, 96, 95, 96], 16: [96, 101, 96, 99] });
const rates = (rows: Readonly<Record<number, string>>): readonly string[] => [
  fundingHeader,
  ...Object.entries(rows).map(([hour, rate]) => `${startMs + Number(hour) * hourMs},${rate}`),
];
const written = { [candles]: day, [funding]: rates({ 0: '0.01', 8: '0.0001', 16: '-0.0003', 24: '0.01' }) };

const job: BacktestJob = {
  params: {
    ...{ apiId: 1, instrumentId: id, lowPrice: '90', highPrice: '110', levels: 2, orderQty: '1', startPosition: '1', sellAtStop: false },
  },
  data: { kind: 'candles', interval: '1h' },
  fees: {},
  balances: { USDT: '1000' },
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: null,
};

async function run(files: Readonly<Record<string, readonly string[]>>, more: Partial<BacktestJob> = {}, definition?: StrategyDefinition) {
  const code = { definition: definition ?? (await installedStrategy('shock-grid')), executors };
  return new BacktestRunner(code, recordedSource(new WrittenRecordings(files))).run({ ...job, ...more });
}

/** Buys at the market at once, and remembers what it hears. */
const buyer = (qty: string) =>
  scripted({
    subscribe: [{ type: 'funding', instrumentId: id }],
    start: [place('now', { instrumentId: id, type: 'MARKET', qty })],
  }) as StrategyDefinition;
const heldJob = { params: { apiId: 1, instrumentId: id } };

describe('a backtest of a grid on a perpetual', () => {
  it('trades a position, pays and receives its funding, and ends with what can be counted by hand', async () => {
    const result = await run(written);
    expect(result.fills.map(({ side, price, qty, fee, feeAsset }) => `${side} ${qty} @ ${price} fee ${fee} ${feeAsset}`)).toEqual([
      // 90 × 0.02 %
      'BUY 1 @ 90 fee 0.018 USDT',
      // 100 × 0.02 %
      'SELL 1 @ 100 fee 0.02 USDT',
    ]);
    // Long 1 at the mark of 95, then 96; nothing was open at 00:00 of either day.
    expect(result.funding.map(({ timeMs, qty, price, rate, amount }) => [(timeMs - startMs) / hourMs, qty, price, rate, amount])).toEqual([
      [8, '1', '95', '0.0001', '-0.0095'],
      [16, '1', '96', '-0.0003', '0.0288'],
    ]);
    // 1,000 + (100 - 90) - 0.018 - 0.02 - 0.0095 + 0.0288
    expect(result.statistics.endEquity).toBeCloseTo(1_009.9813, 9);
    expect(result.statistics.funding).toBeCloseTo(0.0193, 9);
    expect(result.statistics.fees).toBeCloseTo(0.038, 9);
    expect(result.trips).toMatchObject([{ side: 'SELL', qty: 1 }]);
    expect(result.trips[0]?.profit).toBeCloseTo(10 - 0.038 + 0.0193, 9);
  });

  it('shows the open profit in the net value while the position is held', async () => {
    const { equity } = await run(written);
    const valueAt = (hour: number) => equity.find(([timeMs]) => timeMs >= startMs + hour * hourMs - 1)?.[1];
    expect(valueAt(2)).toBeCloseTo(1_000 - 0.018 + (92 - 90), 9);
    expect(valueAt(7)).toBeCloseTo(1_000 - 0.018 + (95 - 90), 9);
    expect(valueAt(12)).toBeCloseTo(1_000 - 0.018 - 0.0095 + (96 - 90), 9);
  });

  it('sells what it does not have: a short receives what longs pay', async () => {
    const up = dayOf({ 1: [100, 111, 100, 108], 16: [108, 108, 99, 101] });
    const { fills, funding: paid, statistics } = await run({ ...written, [candles]: up });
    expect(fills.map(({ side, price }) => `${side} ${price}`)).toEqual(['SELL 110', 'BUY 100']);
    expect(paid.map(({ qty, price, amount }) => [qty, price, amount])).toEqual([
      ['-1', '108', '0.0108'],
      ['-1', '108', '-0.0324'],
    ]);
    // 10 - 110 × 0.02 % - 100 × 0.02 % + 0.0108 - 0.0324
    expect(statistics.endEquity).toBeCloseTo(1_009.9364, 9);
  });

  it('tells the strategy of every funding, after it has moved', async () => {
    const heard: string[] = [];
    const definition = buyer('1');
    const listening: StrategyDefinition = {
      ...definition,
      onMarket: (context, state, event) => {
        const usdt = context.balances.find(({ asset }) => asset === 'USDT');
        if (event.type === 'funding') heard.push(`${(event.timeMs - startMs) / hourMs} ${event.rate} ${usdt?.total}`);
        return definition.onMarket(context, state, event);
      },
    };
    await run(written, heldJob, listening);
    // Bought at 100 with a fee of 0.05.
    expect(heard).toEqual(['0 0.01 1000', '8 0.0001 999.9405', '16 -0.0003 999.9693', '24 0.01 998.9793']);
  });

  it('gives the same lines with the future cut off', async () => {
    const runner = new BacktestRunner(
      { definition: await installedStrategy('shock-grid'), executors },
      recordedSource(new WrittenRecordings(written)),
    );
    expect((await findLookAhead(runner, job, await runner.run(job), { count: 6 })).difference).toBeNull();
  });
});

describe('a bracket on a perpetual', () => {
  const instrumentId = id;
  const legs = { takeProfit: { type: 'LIMIT', price: '99' }, stopLoss: { type: 'STOP_MARKET', triggerPrice: '85' } } as const;
  const entry = place('entry', { instrumentId, type: 'MARKET', triggerKind: 'CONDITIONAL_OCO', ...legs });
  /** Falls to 92, rises to 101. */
  const rising = {
    [candles]: dayOf({ 1: [92, 92, 92, 92], 16: [96, 101, 96, 101] }),
    [funding]: rates({ 0: '0', 8: '0', 16: '0', 24: '0' }),
  };
  const traded = async (definition: unknown) =>
    (await run(rising, heldJob, definition as StrategyDefinition)).fills.map(({ side, price }) => `${side} ${price}`);

  it('closes what its entry opened where the path reaches a leg', async () => {
    expect(
      await traded(scripted({ on: { 'timer later': [entry] }, start: [{ type: 'setTimer', timer: 'later', afterMs: 2 * hourMs }] })),
    ).toEqual(['BUY 92', 'SELL 99']);
  });

  it('sells nothing where the position was closed by hand before a leg is reached', async () => {
    const timers = [2, 4].map((hours) => ({ type: 'setTimer', timer: `${hours}`, afterMs: hours * hourMs }) as const);
    const close = place('hand', { instrumentId, type: 'MARKET', side: 'SELL' });
    expect(await traded(scripted({ on: { 'timer 2': [entry], 'timer 4': [close] }, start: timers }))).toEqual(['BUY 92', 'SELL 92']);
  });
});

describe('margin in a backtest', () => {
  it('lets a leverage hold more than the wallet, and no more than that', async () => {
    const denied = ({ log }: RunResult): readonly string[] => log.map(({ what }) => what).filter((what) => /denied|expired/.test(what));
    expect(denied(await run(written, heldJob, buyer('11')))).toEqual(['expired EXPIRED_NO_FUNDS']);
    expect(denied(await run(written, { ...heldJob, leverage: 2 }, buyer('11')))).toEqual([]);
    expect(denied(await run(written, { ...heldJob, leverage: 2 }, buyer('21')))).toEqual(['expired EXPIRED_NO_FUNDS']);
  });

  it('ends as an error where an exchange would have liquidated the position', async () => {
    // 1,000 at 10 x hold 100 at 100; maintenance margin 0.4 %: gone below 90.4.
    await expect(run(written, { ...heldJob, leverage: 10 }, buyer('99'))).rejects.toMatchObject({
      reason: { key: 'liquidated', params: { instrument: id, price: '89', time: '2025-01-01 01:40' } },
    });
  });

  it('refuses what only an exchange with position modes knows', async () => {
    const definition = scripted({ start: [place('a', { instrumentId: id, reduceOnly: true })] }) as StrategyDefinition;
    const { log } = await run(written, heldJob, definition);
    expect(log.at(-1)?.what).toBe('denied ORDER_NOT_SUPPORTED');
  });
});

describe('a backtest of a perpetual over its trades', () => {
  const trades = 'trades/some_linear/BTCUSDT-202501.csv.gz';
  const traded = (...rows: ReadonlyArray<readonly [hour: number, price: number, qty: number, side: 'buy' | 'sell']>) => ({
    [funding]: rates({ 0: '0', 8: '0.0001', 16: '0', 24: '0' }),
    [trades]: [
      'time,trade_id,price,qty,side',
      ...rows.map(([hour, price, qty, side], at) => `${startMs + hour * hourMs},${at + 1},${price.toFixed(1)},${qty.toFixed(3)},${side}`),
    ],
  });
  const path = traded([1, 100, 1, 'buy'], [2, 99, 0.4, 'sell'], [3, 98, 5, 'sell'], [7, 97, 1, 'sell'], [9, 103, 5, 'buy']);
  const orders = scripted({
    start: [
      place('in', { instrumentId: id, price: '99', qty: '1' }),
      place('out', { instrumentId: id, side: 'SELL', price: '102', qty: '0.5' }),
    ],
  }) as StrategyDefinition;
  const overTrades = { ...heldJob, data: { kind: 'trades' }, fees: { makerFee: '0', takerFee: '0' } } as const;

  it('fills by the trades in parts, funds what is held at the last trade, and ends with what can be counted by hand', async () => {
    const result = await run(path, overTrades, orders);
    expect(result.fills.map(({ side, price, qty }) => `${side} ${qty} @ ${price}`)).toEqual([
      'BUY 0.4 @ 99',
      'BUY 0.6 @ 99',
      'SELL 0.5 @ 102',
    ]);
    expect(result.funding.map(({ timeMs, qty, price, amount }) => [(timeMs - startMs) / hourMs, qty, price, amount])).toEqual([
      [8, '1', '97', '-0.0097'],
    ]);
    // 0.5 × (102 - 99) realised, 0.5 × (103 - 99) open.
    expect(result.statistics.endEquity).toBeCloseTo(1_000 + 1.5 + 2 - 0.0097, 9);
    expect(result.log.at(-1)?.timeMs).toBeLessThanOrEqual(startMs + 9 * hourMs);
  });

  it('ends as an error where an exchange would have liquidated the position', async () => {
    const many = scripted({ start: [place('in', { instrumentId: id, price: '99', qty: '4' })] }) as StrategyDefinition;
    const wanted = { ...overTrades, leverage: 100, balances: { USDT: '6' } };
    await expect(run(path, wanted, many)).rejects.toMatchObject({ reason: { key: 'liquidated', params: { instrument: id, price: '97' } } });
  });

  it('needs the funding of the time that is played', async () => {
    const { [trades]: lines = [] } = path;
    const reason = { key: 'noFunding', params: { file: funding, instrument: id } };
    await expect(run({ [trades]: lines }, overTrades, orders)).rejects.toMatchObject({ reason });
  });

  it('is listed with its trades', async () => {
    const range = { fromMs: startMs + hourMs, toMs: startMs + 9 * hourMs };
    expect(await recordedMarkets(new WrittenRecordings(path))).toEqual([
      { instrumentId: id, kind: 'trades', interval: null, range, size: 5 },
    ]);
  });
});

describe('a perpetual that cannot be simulated', () => {
  const range = { fromMs: startMs, toMs: startMs + 25 * hourMs - 1 };

  it.each<[string, Readonly<Record<string, readonly string[]>>, Partial<BacktestJob>, object]>([
    [
      'without its funding',
      { [candles]: day },
      {},
      { key: 'noFunding', params: { file: funding, instrument: id, time: '2025-01-01 00:00' } },
    ],
    [
      'beyond its funding',
      { ...written, [funding]: rates({ 0: '0', 8: '0' }) },
      { range },
      { key: 'noFunding', params: { file: funding, time: '2025-01-01 16:00' } },
    ],
    [
      'over a hole in its funding',
      { ...written, [funding]: rates({ 0: '0', 16: '0', 24: '0' }) },
      {},
      { key: 'noFunding', params: { time: '2025-01-01 08:00' } },
    ],
    [
      'with margin in its coin',
      { 'candles/some_coinm/1h/BTCUSD.csv.gz': day },
      { params: { ...(job.params as object), instrumentId: 'replay-some-coinm/BTCUSD/coinm' } },
      { key: 'contract' },
    ],
  ])('%s is an error that says so', async (_, files, more, reason) => {
    await expect(run(files, more)).rejects.toMatchObject({ reason });
  });

  it('ends with its funding when no end was chosen', async () => {
    const { range: played } = await run({ ...written, [funding]: rates({ 0: '0', 8: '0' }) });
    expect(played).toEqual({ fromMs: startMs, toMs: startMs + 16 * hourMs - 1 });
  });

  it('is listed only with its funding, and as far as that reaches', async () => {
    const short = new WrittenRecordings({
      ...written,
      [funding]: rates({ 8: '0', 16: '0' }),
      'candles/some_linear/1h/ETHUSDT.csv.gz': day,
    });
    expect(await recordedMarkets(short)).toMatchObject([
      { instrumentId: id, interval: '1h', range: { fromMs: startMs + 1, toMs: startMs + 24 * hourMs - 1 } },
    ]);
  });
});
