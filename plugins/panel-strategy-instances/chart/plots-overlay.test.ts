import { observable, runInAction } from 'mobx';
import { expect, it, vi } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import type { ChartLine, ChartMark, ChartSurface } from '../../../core/contract/chart.ts';
import type { Instance, Plot } from '../../../core/contract/strategies.ts';
import type { Services } from '../requires.ts';
import { lookedAt } from './charted-instance.ts';
import { plotsOverlay } from './plots-overlay.ts';

const here = 'aurora/BTCUSDT/spot';
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('draws what the chosen instance has plotted on this market, asks a running one only for what is new, and takes it away when it has ended', async () => {
  const strategies = observable({ chosen: null as string | null, running: [] as readonly Instance[] }, {}, { deep: false });
  const view = (points: [number, number][], marks: Plot['marks'] = []): Plot => ({
    ...{ plugin: 'strategy-some', instrument: here, marks },
    lines: [{ series: 'fair', points }],
  });
  const mark = { timeMs: 61_000, key: 'mark.turn', params: { by: 2 }, side: 'BUY' as const, price: 99 };
  let stored = [
    view(
      [
        [1_000, 100],
        [61_000, 101],
      ],
      [mark],
    ),
    { ...view([[1_000, 5]]), instrument: 'meridian/BTCUSDT/spot' },
  ];
  const api = new FakeApi({ instancePlots: () => stored });
  // A strategy has no part in the page: nobody else brings its texts.
  const brought = new Set<string>();
  const texts = {
    t: (plugin: string, key: string, { by = '' }: { by?: number | string }) =>
      brought.has(plugin) ? `${plugin} ${key} ${by}`.trim() : 'a text that is not there yet',
    load: async (plugins: readonly string[]) => {
      for (const plugin of plugins) brought.add(plugin);
    },
  };
  const services = { api, strategies, texts } as unknown as Services;
  const shown: { lines: readonly ChartLine[]; marks: readonly ChartMark[] } = { lines: [], marks: [] };
  const surface = {
    ...{ instrumentId: here, interval: '1m' },
    setLines: (lines: readonly ChartLine[]) => (shown.lines = lines),
    setMarks: (marks: readonly ChartMark[]) => (shown.marks = marks),
  } as unknown as ChartSurface;
  const stop = plotsOverlay.attach?.(surface, services);
  runInAction(() => {
    strategies.chosen = 's1';
    strategies.running = [{ instanceId: 's1', step: 8 } as Instance];
  });
  await settle();
  const point = (timeMs: number, price: number) => ({ timeMs, price });
  expect(shown.lines).toEqual([{ id: 'fair', label: 'strategy-some plot.fair', points: [point(1_000, 100), point(61_000, 101)] }]);
  expect(shown.marks).toEqual([{ timeMs: 60_000, side: 'below', tone: 'up', text: 'strategy-some mark.turn 2', price: 99 }]);

  stored = [
    view(
      [
        [61_000, 102],
        [62_000, 103],
      ],
      [mark],
    ),
  ];
  runInAction(() => {
    strategies.running = [{ instanceId: 's1', step: 9 } as Instance];
  });
  await vi.waitFor(() => expect(shown.lines[0]?.points.at(-1)).toEqual(point(62_000, 103)), 3_000);
  expect(shown.lines[0]?.points).toEqual([point(1_000, 100), point(61_000, 102), point(62_000, 103)]);
  expect(shown.marks).toHaveLength(1);
  expect(JSON.stringify(api.calls.at(-1))).toContain('61000');

  runInAction(() => {
    strategies.running = [];
  });
  expect([shown.lines, shown.marks], 'it has ended').toEqual([[], []]);
  const look = lookedAt.hold('s1');
  await settle();
  expect(shown.lines, 'somebody looks at its details').toHaveLength(1);
  await look();
  expect([shown.lines, shown.marks]).toEqual([[], []]);
  await stop?.();
});
