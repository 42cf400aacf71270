import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../core/contract/access.ts';
import { accepted } from '../../../core/contract/app-error.ts';
import type { Played } from '../../../core/contract/strategy-plays.ts';
import type { BacktestChoice } from '../../../schemas/wire/backtest.ts';
import { createLogger } from '../../../server/logger.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { testInstrument as instrument } from '../../../tests/kit/market-fixtures.ts';
import { BacktestRuns } from './backtest-runs.ts';
import type { RunRecord, RunTable } from './run-table.ts';

const principal: Principal = { userId: 'u1', username: 'quant', role: 'user', vipLevel: 3 };
const choice: BacktestChoice = {
  ...{
    strategy: 'strategy-idle/idle',
    params: { apiId: 1, instrumentId: instrument.id },
    origin: 'house',
    kind: 'candles',
    interval: '1m',
  },
  ...{ from: null, to: null, balances: { USDT: '1' }, maker_fee: null, taker_fee: null, latency_ms: 0, optimistic: false, seed: 1 },
  ...{ look_ahead: false, sweep: null, folds: null },
};

/** Runs that go on until they are let go, and then cannot be simulated; `onSave` comes before every write, `kept` are in the table. */
function runsWith(onSave: (record: RunRecord) => Promise<void>, kept = 0) {
  const statuses = new Map<string, string>();
  const waiting: ((played: Played) => void)[] = [];
  const logged: string[] = [];
  let made = 0;
  const table = {
    create: async ({ runId, status }: RunRecord) => accepted(void statuses.set(runId, status)),
    save: async (record: RunRecord) => {
      await onSave(record);
      statuses.set(record.runId, record.status);
    },
    get: async () => null,
    count: async () => kept + statuses.size,
  };
  const fees = [{ api_id: 1, id: instrument.id, maker_fee: '0.0006', taker_fee: '0.0009' }];
  const runs = new BacktestRuns({
    table: table as unknown as RunTable,
    plays: {
      ...{ atOnce: 1, check: () => accepted(null), accountFees: () => fees },
      play: () => new Promise((resolve) => waiting.push(resolve)),
    },
    clock: new ManualClock(1_000_000),
    ids: { next: () => String(++made).padEnd(32, '0') },
    logger: createLogger('error', (line) => logged.push(line)),
  });
  const begin = async (): Promise<string> => {
    const run = await runs.begin(principal, 'Idle', choice);
    if (!run.ok) throw run.error;
    return run.value.run_id;
  };
  const impossible: Played = { kind: 'impossible', reason: { key: 'noCandles', params: {} } };
  return { runs, begin, statuses, logged, letGo: () => waiting.shift()?.(impossible) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe('runs of backtests', () => {
  it('keeps with a run what its accounts pay as it is asked for, whatever the request says of it', async () => {
    const { runs } = runsWith(async () => undefined);
    const made = [{ api_id: 1, id: instrument.id, maker_fee: '0', taker_fee: '0' }];
    const run = await runs.begin(principal, 'Idle', { ...choice, account_fees: made });
    const kept = [{ api_id: 1, id: instrument.id, maker_fee: '0.0006', taker_fee: '0.0009' }];
    expect(run).toMatchObject({ ok: true, value: { choice: { account_fees: kept } } });
  });

  it('never begins a run that is being called off while the one before it ends', async () => {
    let release = (): void => undefined;
    const { runs, begin, statuses, letGo } = runsWith(async ({ status }) => {
      if (status === 'CANCELED') await new Promise<void>((resolve) => (release = resolve));
    });
    const [first, second] = [await begin(), await begin()];
    const canceled = runs.cancel('u1', second);
    await settled();
    letGo();
    await settled();
    expect(runs.running('u1').map(({ run_id, status }) => [run_id, status])).toEqual([[second, 'CANCELED']]);
    release();
    await canceled;
    await settled();
    expect([...statuses]).toEqual([
      [first, 'FAILED'],
      [second, 'CANCELED'],
    ]);
  });

  it('outlives a run whose end cannot be written, and goes on with the next', async () => {
    let isDown = true;
    const { begin, statuses, logged, letGo } = runsWith(async () => {
      if (isDown) throw new Error('the database is away');
    });
    await begin();
    await settled();
    isDown = false;
    const next = await begin();
    await settled();
    letGo();
    await settled();
    expect(statuses.get(next)).toBe('FAILED');
    expect(logged.join()).toContain('the database is away');
  });

  it('keeps no more than a hundred runs of a user, also when they are begun at once', async () => {
    const { begin, statuses } = runsWith(async () => undefined, 98);
    const begun = await Promise.allSettled([begin(), begin(), begin(), begin()]);
    expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(statuses.size).toBe(2);
  });
});
