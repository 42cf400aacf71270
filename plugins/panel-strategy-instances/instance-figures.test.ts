import { expect, it } from 'vitest';
import type { InstanceView } from '../../schemas/wire/strategy.ts';
import { durationOf, marketsOf, pluginOf, runTimeMs } from './instance-figures.ts';

it('finds the markets that params name, however deep, each once', () => {
  const params = {
    legA: { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot' },
    legB: { apiId: 2, instrumentId: 'meridian/BTCUSDT/spot' },
    also: ['aurora/BTCUSDT/spot'],
    note: 'a/b/c',
  };
  expect(marketsOf(params)).toEqual(['aurora/BTCUSDT/spot', 'meridian/BTCUSDT/spot']);
  expect(pluginOf('strategy-shock-grid/shock-grid')).toBe('strategy-shock-grid');
});

it('counts the time of an instance from its start until it ended, or until now', () => {
  const instance = { start_time: 1_000, stop_time: null } as InstanceView;
  expect(runTimeMs(instance, 62_000)).toBe(61_000);
  expect(runTimeMs({ ...instance, stop_time: 3_000 }, 62_000)).toBe(2_000);
  expect(runTimeMs({ ...instance, start_time: null }, 62_000)).toBe(0);
});

it('says a duration in days and a clock', () => {
  expect(durationOf(61_000)).toEqual({ days: 0, clock: '00:01:01' });
  expect(durationOf(2 * 86_400_000 + 3_600_000 + 999)).toEqual({ days: 2, clock: '01:00:00' });
});
