import { describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import { SparklineStore } from './sparkline-store.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const a = 'x/A/spot';

describe('price lines', () => {
  function set(reachable = true) {
    const timers = new FakeTimers();
    const api = new FakeApi({
      sparklines: (input) =>
        reachable ? (input.query as { ids: string }).ids.split(',').map((id) => ({ id, closes: ['1', '2'] })) : refused('CLIENT_OFFLINE'),
    });
    return { timers, api, store: new SparklineStore(api, timers) };
  }

  it('are asked for together, a hundred at most, and once in five minutes', async () => {
    const { timers, api, store } = set();
    for (let at = 0; at < 130; at++) store.want(`x/M${at}/spot`);
    timers.advance(100);
    await settled();
    timers.advance(100);
    await settled();
    expect(api.calls.map((call) => (call.query as { ids: string }).ids.split(',').length)).toEqual([100, 30]);
    expect(store.closes('x/M129/spot')).toEqual(['1', '2']);
    store.want('x/M0/spot');
    timers.advance(100);
    expect(api.calls).toHaveLength(2);
    timers.advance(5 * 60_000);
    store.want('x/M0/spot');
    timers.advance(100);
    expect(api.calls).toHaveLength(3);
  });

  it('are asked for again after a failure', async () => {
    const { timers, api, store } = set(false);
    store.want(a);
    timers.advance(100);
    await settled();
    store.want(a);
    timers.advance(100);
    expect(api.calls).toHaveLength(2);
    expect(store.closes(a)).toBeNull();
  });
});
