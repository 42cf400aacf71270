import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillServices } from '../../../tests/kit/render.tsx';
import { browserTimers } from '../../client/timers.ts';
import { SteadySuspense } from '../index.ts';
import { UiServicesProvider } from '../ui-services.tsx';
import { lazyPart } from './lazy-part.ts';

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
});
afterEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
});

const rows = Array.from({ length: 20 }, (_, row) => `${row}`);

/** What a slow machine needs to draw one row. */
function SlowRow() {
  const untilMs = performance.now() + 10;
  while (performance.now() < untilMs);
  return <p>row</p>;
}

/** A price that never rests, told the way stores tell theirs. */
function livelyPrice() {
  const listeners = new Set<() => void>();
  let price = 0;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const stop = browserTimers.every(25, () => {
    price += 1;
    for (const listener of listeners) listener();
  });
  const Price = () => <b>{useSyncExternalStore(subscribe, () => price)}</b>;
  return { Price, stop };
}

it('draws what came late though prices beside it change faster than it is drawn', async () => {
  const { Price, stop } = livelyPrice();
  const Part = lazyPart(async () => {
    await new Promise<void>((come) => void browserTimers.after(50, come));
    return () => rows.map((row) => <SlowRow key={row} />);
  });
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(
    <UiServicesProvider services={{ ...stillServices, timers: browserTimers }}>
      <Price />
      <SteadySuspense fallback={<i>waits</i>}>
        <Part />
      </SteadySuspense>
    </UiServicesProvider>,
  );
  try {
    await expect.poll(() => container.querySelector('i'), { timeout: 5_000 }).not.toBeNull();
    await expect.poll(() => container.querySelectorAll('p').length, { timeout: 10_000 }).toBe(20);
    expect(container.querySelector('i')).toBeNull();
  } finally {
    stop();
    root.unmount();
  }
}, 20_000);
