import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../core/contract/access.ts';
import { accepted } from '../../../core/contract/app-error.ts';
import type { Candle } from '../../../core/contract/market.ts';
import type { BacktestChoice } from '../../../schemas/wire/backtest.ts';
import { freeQuota } from '../../../tests/kit/free-quota.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { testInstrument as instrument } from '../../../tests/kit/market-fixtures.ts';
import { createLogger } from '../../logger.ts';
import type { BacktestRecord } from '../../store/strategies/backtest-store.ts';
import type { Strategy } from '../instances/strategy-catalogue.ts';
import { BacktestService, type BacktestServiceParts } from './backtest-service.ts';

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

/** A service whose runs wait for candles until they are let go, and then end without any; `onSave` comes before every write, `kept` are in the store. */
function serviceWith(onSave: (record: BacktestRecord) => Promise<void>, kept = 0) {
  const statuses = new Map<string, string>();
  const waiting: ((candles: readonly Candle[]) => void)[] = [];
  const logged: string[] = [];
  let made = 0;
  const backtests = {
    create: async ({ runId, status }: BacktestRecord) => void statuses.set(runId, status),
    save: async (record: BacktestRecord) => {
      await onSave(record);
      statuses.set(record.runId, record.status);
    },
    get: async () => null,
    count: async () => kept + statuses.size,
  };
  const service = new BacktestService({
    backtests: backtests as unknown as BacktestServiceParts['backtests'],
    quota: freeQuota({ backtests: backtests as unknown as BacktestServiceParts['backtests'] }),
    catalogue: { check: () => accepted(null) },
    feesOf: (_, apiId, id) =>
      apiId === 1 && id === instrument.id ? { makerFee: '0.0006', takerFee: '0.0009', tier: 3, discount: '0.1' } : null,
    admit: () => accepted({ schema: {} } as Strategy),
    markets: { instrument: () => instrument, candles: () => new Promise((resolve) => waiting.push(resolve)) },
    ...{ recordings: '', origin: () => ({ moduleUrl: null, code: null }), cores: 2, clock: new ManualClock(1_000_000) },
    logger: createLogger('error', (line) => logged.push(line)),
    newId: () => String(++made).padEnd(32, '0'),
  });
  const begin = async (): Promise<string> => {
    const run = await service.begin(principal, 'Idle', choice);
    if (!run.ok) throw run.error;
    return run.value.run_id;
  };
  return { service, begin, statuses, logged, letGo: () => waiting.shift()?.([]) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe('the service of backtests', () => {
  it('keeps with a run what its accounts pay as it is asked for, whatever the request says of it', async () => {
    const { service } = serviceWith(async () => undefined);
    const made = [{ api_id: 1, id: instrument.id, maker_fee: '0', taker_fee: '0' }];
    const run = await service.begin(principal, 'Idle', { ...choice, account_fees: made });
    const kept = [{ api_id: 1, id: instrument.id, maker_fee: '0.0006', taker_fee: '0.0009' }];
    expect(run).toMatchObject({ ok: true, value: { choice: { account_fees: kept } } });
  });

  it('never begins a run that is being called off while the one before it ends', async () => {
    let release = (): void => undefined;
    const { service, begin, statuses, letGo } = serviceWith(async ({ status }) => {
      if (status === 'CANCELED') await new Promise<void>((resolve) => (release = resolve));
    });
    const [first, second] = [await begin(), await begin()];
    const canceled = service.cancel('u1', second);
    await settled();
    letGo();
    await settled();
    expect(service.running('u1').map(({ run_id, status }) => [run_id, status])).toEqual([[second, 'CANCELED']]);
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
    const { begin, statuses, logged, letGo } = serviceWith(async () => {
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
    const { begin, statuses } = serviceWith(async () => undefined, 98);
    const begun = await Promise.allSettled([begin(), begin(), begin(), begin()]);
    expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(statuses.size).toBe(2);
  });
});
