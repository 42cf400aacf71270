import { expect, it } from 'vitest';
import type { LayoutContent, SavedSlot } from '../../../core/client/layouts/layout-content.ts';
import { PanelSlots } from '../panel-slots.ts';
import { StackedLayoutHost } from './stacked-layout-host.ts';
import { stackedOrder } from './stacked-order.ts';

const panel = (id: string): SavedSlot => ({ id, type: `kit/${id}`, version: 1, config: {}, linkGroup: 'blue' });

/** Markets left, chart over orders in the middle, the ticket right, trades in a window. */
const content: LayoutContent = {
  root: {
    kind: 'row',
    size: 100,
    children: [
      { kind: 'stack', size: 20, active: 0, panels: [panel('markets')] },
      {
        kind: 'column',
        size: 60,
        children: [
          { kind: 'stack', size: 70, active: 0, panels: [panel('chart')] },
          { kind: 'stack', size: 30, active: 1, panels: [panel('open'), panel('fills')] },
        ],
      },
      { kind: 'stack', size: 20, active: 0, panels: [panel('ticket')] },
    ],
  },
  maximised: null,
  accounts: {},
  popouts: [{ panel: panel('trades'), bounds: { x: 0, y: 0, width: 300, height: 200 } }],
};

function open(front: string | null = null) {
  const layer = document.createElement('div');
  const places = new PanelSlots(layer);
  const fronts: string[] = [];
  const host = new StackedLayoutHost({ layer, places, front, onFront: (id) => fronts.push(id) });
  host.show(content);
  const seen = () =>
    Object.fromEntries([...host.slots.values()].filter(({ visible }) => visible).map((slot) => [slot.id, slot.element.dataset.place]));
  return { host, places, layer, fronts, seen };
}

it('puts what stands in front with most room first, then what stands behind, then windows', () => {
  expect(stackedOrder(content).map(({ id }) => id)).toEqual(['chart', 'markets', 'ticket', 'fills', 'open', 'trades']);
  expect(stackedOrder({ root: null, maximised: null, accounts: {}, popouts: [] })).toEqual([]);
});

it('shows one panel, the remembered one first when it still exists', () => {
  expect(open().seen()).toEqual({ chart: 'front' });
  expect(open('fills').seen()).toEqual({ fills: 'front' });
  expect(open('gone').seen()).toEqual({ chart: 'front' });
});

it('opens panels when they are first looked at, and tells which one is in front', () => {
  const { host, fronts, seen } = open();
  host.choose('markets');
  expect(seen()).toEqual({ markets: 'front' });
  expect(fronts).toEqual(['markets']);
  expect(host.panels.filter(({ opened }) => opened).map(({ id }) => id)).toEqual(['chart', 'markets']);
  host.setShown(false);
  expect(seen()).toEqual({});
});

it('puts the ticket over the panel in front, and never a second one', () => {
  const { host, seen } = open();
  const ticket = { type: 'kit/ticket', version: 1, config: {}, linkGroup: 'blue' } as const;
  host.showSheet(ticket);
  expect(seen()).toEqual({ chart: 'front', ticket: 'sheet' });
  host.choose('markets');
  expect(seen(), 'a sheet leaves the panel that is chosen all of the screen').toEqual({ markets: 'front' });
  host.showSheet(ticket);
  expect(seen()).toEqual({ markets: 'front', ticket: 'sheet' });
  host.choose('ticket');
  expect(seen()).toEqual({ ticket: 'front' });
  host.showSheet(ticket);
  expect(host.sheet).toBeNull();
  expect(host.panels).toHaveLength(6);
});

it('opens a sheet for a workspace that has none of its type', () => {
  const { host, seen } = open();
  host.showSheet({ type: 'kit/alerts', version: 1, config: {}, linkGroup: 'blue' });
  expect(seen()).toEqual({ chart: 'front', p1: 'sheet' });
  host.closeSheet();
  expect(seen()).toEqual({ chart: 'front' });
});

it('goes to the neighbour of a closed panel and keeps the layout as it was', () => {
  const { host, seen } = open();
  host.close('chart');
  expect(seen()).toEqual({ markets: 'front' });
  expect(host.content()).toBe(content);
});

it('leaves its panels to the next host in the same elements, and takes away what that one does not want', () => {
  const { host, places, layer } = open();
  const element = host.slots.get('ticket')?.element;
  host.dispose();
  const again = places.open(panel('ticket'));
  expect(again.element).toBe(element);
  expect(places.open({ ...panel('chart'), type: 'kit/other' }).element).not.toBe(host.slots.get('chart')?.element);
  places.removeLeft();
  expect(layer.children).toHaveLength(2);
});
