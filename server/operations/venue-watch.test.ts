import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { VenueWatch } from './venue-watch.ts';

it('tells how long orders of the last minute waited for an exchange, and how many still do', async () => {
  const clock = new ManualClock(1_000);
  const told: unknown[] = [];
  const watch = new VenueWatch(clock, (...one) => told.push(one));
  const send = async (exchange: string, tookMs: number): Promise<void> => {
    const answered = watch.begin(exchange);
    await clock.advance(tookMs);
    answered();
  };
  for (let at = 1; at <= 100; at++) await send('aurora', at);
  watch.begin('aurora');
  await send('borealis', 500);
  expect(watch.of('aurora')).toMatchObject({ waiting: 1, p50: 0.05, p99: 0.099 });
  expect([watch.of('borealis').p99, watch.waiting, watch.quantile(1)]).toEqual([0.5, 1, 0.5]);
  expect(told.at(-1)).toEqual(['borealis', 0.5]);
  await clock.advance(120_000);
  expect([watch.of('aurora').p50, watch.quantile(0.5)]).toEqual([null, null]);
});

it('tells what an exchange told last and when, and nothing of one that never did', async () => {
  const clock = new ManualClock(1_000);
  const watch = new VenueWatch(clock, () => undefined);
  watch.batch({ exchange: 'aurora', sequence: 7, timeMs: 0, events: [] });
  await clock.advance(500);
  // Batches may be repeated.
  watch.batch({ exchange: 'aurora', sequence: 5, timeMs: 0, events: [] });
  expect(watch.of('aurora')).toMatchObject({ sequence: 7, messageMs: 1_500 });
  expect(watch.of('polaris')).toMatchObject({ sequence: 0, messageMs: null, waiting: 0, p50: null });
});
