import { expect, it } from 'vitest';
import type { Instance } from '../../../core/contract/strategies.ts';
import { dayResult } from './day-result.ts';

const dayStartMs = 1_000;
const instance = (profit: string | null, changes: Partial<Instance> = {}): Instance =>
  ({
    environment: 'production',
    profit,
    valuation: { asset: 'USDT', rates: [], missing: [] },
    createdMs: 1_200,
    startedMs: 1_200,
    stoppedMs: null,
    ...changes,
  }) as Instance;
const asset = (name: string): Pick<Instance, 'valuation'> => ({ valuation: { asset: name, rates: [], missing: [] } });

it('adds what runs to what has ended since the day began, and not what ended before', () => {
  const ended = [instance('-0.3', { stoppedMs: 1_000 }), instance('7', { stoppedMs: 999 })];
  expect(dayResult([instance('0.1'), instance('2')], ended, dayStartMs)).toEqual({
    totals: [{ environment: 'production', asset: 'USDT', profit: '1.8' }],
    running: 2,
    ended: 1,
    older: 0,
  });
});

it('counts those that had started before the day, whose earlier result is in it', () => {
  const older = { createdMs: 10, startedMs: 900 };
  expect(
    dayResult([instance('1', older)], [instance('1', { ...older, stoppedMs: 1_500 }), instance('1', { stoppedMs: 1_500 })], dayStartMs)
      .older,
  ).toBe(2);
});

it('keeps real money apart from simulated, and assets from each other', () => {
  const { totals } = dayResult([instance('1'), instance('5', { environment: 'test' }), instance('0.1', asset('BTC'))], [], dayStartMs);
  expect(totals.map(({ environment, asset, profit }) => `${environment} ${profit} ${asset}`)).toEqual([
    'production 1 USDT',
    'test 5 USDT',
    'production 0.1 BTC',
  ]);
});

it('has no total where one result is not known, in whatever order they come', () => {
  for (const profits of [
    [null, '1', '2'],
    ['1', null, '2'],
  ])
    expect(
      dayResult(
        profits.map((profit) => instance(profit)),
        [],
        dayStartMs,
      ).totals,
    ).toMatchObject([{ profit: null }]);
  expect(dayResult([], [], dayStartMs).totals).toEqual([]);
});
