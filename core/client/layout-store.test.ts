import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../contract/app-error.ts';
import { LayoutStore, layoutSaveDelayMs } from './layout-store.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeTimers } from './testing/fake-timers.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
let timers: FakeTimers;
let api: FakeApi;
let conflicts: number;
let failures: number;
let layout: LayoutStore;

beforeEach(async () => {
  timers = new FakeTimers();
  conflicts = 0;
  failures = 0;
  api = new FakeApi({
    layoutCurrent: () => ({ id: 'x', name: 'Trade', version: 1, revision: 4, content: { saved: true }, update_time: 0 }),
    layoutSave: () => ({ revision: 5 }),
    layoutReset: () => null,
  });
  layout = new LayoutStore(api, timers, {
    onConflict: () => {
      conflicts += 1;
    },
    onFailure: () => {
      failures += 1;
    },
  });
  await layout.load();
});

const saves = () => api.calls.filter((call) => call.name === 'layoutSave').map((call) => call.body);

describe('saving', () => {
  it('waits 800 ms after the last change and names the revision it started from', async () => {
    layout.changed({ at: 1 });
    timers.advance(layoutSaveDelayMs - 1);
    layout.changed({ at: 2 });
    timers.advance(layoutSaveDelayMs - 1);
    expect(saves()).toEqual([]);
    timers.advance(1);
    await settle();
    expect(saves()).toEqual([{ name: 'Trade', version: 1, revision: 4, content: { at: 2 } }]);
    layout.changed({ at: 3 });
    await layout.flush();
    expect(saves().at(-1)).toMatchObject({ revision: 5 });
  });

  it('gives way to another window, and shows its layout', async () => {
    api.handlers.layoutSave = () => refused('LAYOUT_CONFLICT', { revision: 7 });
    const before = layout.generation;
    layout.changed({ mine: true });
    await layout.flush();
    expect(conflicts).toBe(1);
    expect(layout.content).toEqual({ saved: true });
    expect(layout.generation).toBe(before + 1);
  });

  it('tries again when the server cannot be reached, and keeps the newest', async () => {
    delete api.handlers.layoutSave;
    layout.changed({ at: 1 });
    await layout.flush();
    expect(failures).toBe(0);
    api.handlers.layoutSave = () => ({ revision: 5 });
    layout.changed({ at: 2 });
    timers.advance(5_000);
    await settle();
    expect(saves().at(-1)).toMatchObject({ content: { at: 2 } });
  });

  it('never happens before the saved layout was loaded', () => {
    const fresh = new LayoutStore(api, timers, { onConflict: () => undefined, onFailure: () => undefined });
    fresh.changed({ empty: true });
    timers.advance(10_000);
    expect(saves()).toEqual([]);
  });
});

it('shows the default again after a reset, without saving what waited', async () => {
  layout.changed({ at: 1 });
  await layout.reset();
  timers.advance(10_000);
  expect(layout.content).toBeNull();
  expect(saves()).toEqual([]);
});
