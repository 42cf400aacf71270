import { describe, expect, it } from 'vitest';
import { columnsOf, MarketPopup, readPopup } from './market-popup.ts';

const id = 'aurora/BTCUSDT/spot';
const read = (path: Parameters<typeof readPopup>[0], query: string) => readPopup(path, new URLSearchParams(query));

describe('the address of a popup', () => {
  it('names the market, and for several charts how many', () => {
    expect(read('/exkchart', `q=${encodeURIComponent(id)}`)).toEqual({ instrumentId: id, count: 1 });
    expect(read('/exdepth', `q=${id}`)).toEqual({ instrumentId: id, count: 1 });
    expect(read('/exmutiplykchart', `s=${id}&num=16`)).toEqual({ instrumentId: id, count: 16 });
  });

  it.each([
    '',
    `q=${id}`,
    `s=${id}`,
    `s=${id}&num=0`,
    `s=${id}&num=17`,
    `s=${id}&num=1e1`,
    `s=${id}&num=-2`,
    's=BTCUSDT&num=4',
  ])('makes no sense for several charts as %s', (query) => {
    expect(read('/exmutiplykchart', query)).toBeNull();
  });
});

it('has a grid about as wide as high', () => {
  expect([1, 2, 4, 6, 9, 16].map(columnsOf)).toEqual([1, 2, 2, 3, 3, 4]);
});

describe('the panels of a popup', () => {
  const sections = new Map<string, unknown>();
  const config = { section: (name: string) => sections.get(name), set: (name: string, value: unknown) => void sections.set(name, value) };
  const open = () => new MarketPopup('/exmutiplykchart', { instrumentId: id, count: 4 }, config, {} as HTMLElement);
  const intervals = () => open().slots.map(({ saved }) => saved.config.interval);

  it('start with different timeframes and keep those that were chosen, each for itself', () => {
    expect(intervals()).toEqual(['1m', '5m', '15m', '1h']);
    const popup = open();
    const [, second] = popup.slots;
    if (second === undefined) throw new Error('four charts were asked for');
    popup.update(second.id, { ...second.saved, config: { interval: '1d' } });
    expect(second.saved.config).toEqual({ interval: '1d' });
    expect(intervals()).toEqual(['1m', '1d', '15m', '1h']);
  });

  it('are one link group, and go together in time when told, also after a reload', () => {
    const popup = open();
    expect(new Set(popup.slots.map(({ saved }) => saved.linkGroup))).toEqual(new Set(['blue']));
    expect(popup.followsTime).toBe(false);
    popup.setFollowsTime(true);
    expect([popup.followsTime, open().followsTime]).toEqual([true, true]);
    expect(popup.slots[3]?.saved.config).toEqual({ interval: '1h', followsTime: true });
    const [first] = popup.slots;
    if (first !== undefined) popup.update(first.id, { ...first.saved, config: { ...first.saved.config, followsTime: false } });
    expect(popup.followsTime).toBe(false);
  });

  it('start anew where something else was saved', () => {
    sections.set('popups', ['not ours']);
    expect(intervals()).toEqual(['1m', '5m', '15m', '1h']);
  });
});
