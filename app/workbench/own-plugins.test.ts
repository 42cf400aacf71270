import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { browserTimers } from '../../core/client/timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import { askOwnPlugins } from './own-plugins.ts';

const own = [{ id: 'panel-chart', lockedAtVip: null }];
/** Waits are over as soon as they begin. */
const hurried = (waited: number[]) => ({
  after(delayMs: number, task: () => void) {
    waited.push(delayMs);
    return browserTimers.after(0, task);
  },
});

it('asks a busy server again, each time later, and shows what it answers at last', async () => {
  const waited: number[] = [];
  let asked = 0;
  const api = new FakeApi({ pluginList: () => (++asked < 4 ? refused('CLIENT_TIMEOUT', { timeoutS: 20 }) : own) });
  expect(await askOwnPlugins(api, hurried(waited))).toEqual(own);
  expect(waited).toEqual([500, 1_000, 2_000]);
});

it('takes the end of a session for an answer', async () => {
  const api = new FakeApi({ pluginList: () => refused('SESSION_INVALID') });
  expect(await askOwnPlugins(api, hurried([]))).toEqual([]);
  expect(api.names()).toHaveLength(1);
});

it('gives up with the last refusal rather than with a workspace without plugins', async () => {
  await expect(askOwnPlugins(new FakeApi(), hurried([]))).rejects.toMatchObject({ code: 'CLIENT_OFFLINE' });
});
