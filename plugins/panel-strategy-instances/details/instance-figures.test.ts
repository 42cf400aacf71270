import { expect, it } from 'vitest';
import type { Instance } from '../../../core/contract/strategies.ts';
import { durationOf, isRehearsal, pluginOf, runTimeMs } from './instance-figures.ts';

it('knows the plugin of a strategy by its key', () => {
  expect(pluginOf('strategy-shock-grid/shock-grid')).toBe('strategy-shock-grid');
});

it('counts the time of an instance from its start until it ended, or until now', () => {
  const instance = { startedMs: 1_000, stoppedMs: null } as Instance;
  expect(runTimeMs(instance, 62_000)).toBe(61_000);
  expect(runTimeMs({ ...instance, stoppedMs: 3_000 }, 62_000)).toBe(2_000);
  expect(runTimeMs({ ...instance, startedMs: null }, 62_000)).toBe(0);
});

it('says a duration in days and a clock', () => {
  expect(durationOf(61_000)).toEqual({ days: 0, clock: '00:01:01' });
  expect(durationOf(2 * 86_400_000 + 3_600_000 + 999)).toEqual({ days: 2, clock: '01:00:00' });
});

it('knows which instances have balances of their own', () => {
  const kinds = ['production', 'canary', 'test', 'shadow', 'replay'];
  expect(kinds.filter((environment) => isRehearsal({ environment } as Instance))).toEqual(['test', 'shadow', 'replay']);
});
