import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import type { ChartMark, ChartSurface } from '../../../core/contract/chart.ts';
import type { Instance, InstanceMark } from '../../../core/contract/strategies.ts';
import type { Services } from '../requires.ts';
import { lookedAt } from './charted-instance.ts';
import { marksOverlay } from './marks-overlay.ts';

const here = 'aurora/BTCUSDT/spot';
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const mark = (eventId: number, change: Partial<InstanceMark> = {}): InstanceMark => ({
  eventId,
  orderId: '1',
  tradeId: String(eventId),
  instrument: here,
  side: 'BUY',
  price: '100',
  qty: '1',
  timeMs: 60_000 + eventId,
  profit: null,
  ...change,
});

it('puts the fills of the chosen instance on the charts of its markets, new ones as they happen, and none once it has ended and nobody looks at it', async () => {
  const strategies = observable({ chosen: null as string | null, running: [] as readonly Instance[] }, {}, { deep: false });
  let stored = [mark(2, { side: 'SELL', instrument: 'meridian/BTCUSDT/spot' }), mark(1)];
  const api = new FakeApi({ instanceMarks: () => stored });
  const texts = { t: (_namespace: string, key: string, { qty, price }: { qty: string; price: string }) => `${key} ${qty} @ ${price}` };
  const markets = { instrument: () => ({ tick: '0.1' }) };
  const services = { api, markets, strategies, texts } as unknown as Services;
  let shown: readonly ChartMark[] = [mark as unknown as ChartMark];
  const surface = {
    instrumentId: here,
    interval: '1m',
    setMarks: (marks: readonly ChartMark[]) => (shown = marks),
  } as unknown as ChartSurface;
  const stop = marksOverlay.attach?.(surface, services);
  expect(shown).toEqual([]);

  runInAction(() => {
    strategies.chosen = 's1';
    strategies.running = [{ instanceId: 's1', fills: 1 } as Instance];
  });
  await settle();
  expect(shown).toEqual([
    {
      ...{ timeMs: 60_000, side: 'below', tone: 'up', strong: true, text: 'marks.BUY 1 @ 100.0', price: 100, tip: true, fills: ['1 1'] },
    },
  ]);

  stored = [mark(3, { price: '102' }), ...stored];
  runInAction(() => {
    strategies.running = [{ instanceId: 's1', fills: 3 } as Instance];
  });
  await settle();
  expect(shown.map(({ text }) => text)).toEqual(['marks.BUY 2 @ 101.0']);

  runInAction(() => {
    strategies.running = [];
  });
  expect(shown, 'it has ended').toEqual([]);
  const look = lookedAt.hold('s1');
  await settle();
  expect(shown, 'somebody looks at its details').toHaveLength(1);
  await look();
  expect(shown).toEqual([]);

  await stop?.();
  const asked = api.calls.length;
  runInAction(() => {
    strategies.chosen = 's2';
  });
  await settle();
  expect(api.calls).toHaveLength(asked);
});
