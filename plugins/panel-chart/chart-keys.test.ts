import { beforeEach, describe, expect, it } from 'vitest';
import { chartKey } from './chart-keys.ts';
import type { Pixel } from './drawing/tool.ts';

let did: string[];
let holds = false;
let hand: { set(at: Pixel): void; move(at: Pixel): void } | null = null;
let pixel: Pixel | null = null;
let store: Parameters<typeof chartKey>[2] & { tool: string | null; selectedId: string | null };
const engine = {
  get hand() {
    return hand;
  },
  crosshair: {
    get pixel() {
      return pixel;
    },
    step: (bars: number, downPx: number) => {
      did.push(`step ${bars} ${downPx}`);
      pixel = { x: (pixel?.x ?? 100) + bars, y: (pixel?.y ?? 100) + downPx };
    },
  },
  pan: (steps: number) => did.push(`pan ${steps}`),
  zoom: (inwards: boolean) => did.push(`zoom ${inwards ? 'in' : 'out'}`),
  showNewest: () => did.push('newest'),
  lines: {
    get held() {
      return holds ? { label: 'Buy', price: '100' } : null;
    },
    hold: (step: number) => {
      did.push(`hold ${step}`);
      holds = true;
      return { label: 'Buy', price: '100' };
    },
    nudge: (ticks: number) => did.push(`nudge ${ticks}`),
    commit: () => did.push('commit'),
    release: () => did.push('release') > 0,
    remove: () => did.push('remove line') > 0,
  },
} as unknown as Parameters<typeof chartKey>[1];

beforeEach(() => {
  did = [];
  holds = false;
  hand = null;
  pixel = null;
  store = {
    tool: null,
    selectedId: null,
    pickTool: (tool) => did.push(`tool ${tool}`),
    select: (id) => did.push(`select ${id}`),
    removeDrawing: (id) => did.push(`remove ${id}`),
    undo: () => did.push('undo'),
    redo: () => did.push('redo'),
  } as typeof store;
});

const press = (key: string, modifiers: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {}): boolean => {
  const { ctrl = false, shift = false, alt = false } = modifiers;
  return chartKey({ key, ctrlKey: ctrl, metaKey: false, shiftKey: shift, altKey: alt }, engine, store);
};

describe('a key on the chart', () => {
  it.each([
    ['ArrowLeft', {}, 'pan 1'],
    ['ArrowRight', { shift: true }, 'pan -5'],
    ['+', { shift: true }, 'zoom in'],
    ['-', {}, 'zoom out'],
    ['End', {}, 'newest'],
    ['z', { ctrl: true }, 'undo'],
    ['Z', { ctrl: true, shift: true }, 'redo'],
    ['y', { ctrl: true }, 'redo'],
  ])('%s with %o does: %s', (key, modifiers, what) => {
    expect(press(key, modifiers)).toBe(true);
    expect(did).toEqual([what]);
  });

  it('Escape puts the tool away, and is left to others when there is none', () => {
    expect(press('Escape')).toBe(false);
    store.tool = 'segment';
    expect(press('Escape')).toBe(true);
    expect(did).toEqual(['tool null', 'select null']);
  });

  it('Delete removes the selected drawing and nothing else', () => {
    expect(press('Delete')).toBe(false);
    store.selectedId = 'a';
    expect(press('Delete')).toBe(true);
    expect(did).toEqual(['remove a']);
  });

  it.each(['a', 'Enter', 'Tab'])('%s means nothing there', (key) => {
    expect(press(key)).toBe(false);
  });

  it('leaves combinations with Alt to the shell', () => {
    expect(press('ArrowLeft', { alt: true })).toBe(false);
  });
});

describe('keys on a price line', () => {
  it('take a line, move it by ticks, send it, put it back and remove it; without one they mean what they always mean', () => {
    press('ArrowUp');
    press('l');
    press('ArrowUp');
    press('ArrowDown', { shift: true });
    press('Enter');
    press('Escape');
    press('Delete');
    press('L', { shift: true });
    expect(did).toEqual(['zoom in', 'hold 1', 'nudge 1', 'nudge -10', 'commit', 'release', 'remove line', 'hold -1']);
  });
});

describe('with a drawing tool in hand', () => {
  beforeEach(() => {
    hand = { set: ({ x, y }) => did.push(`set ${x} ${y}`), move: ({ x, y }) => did.push(`seen ${x} ${y}`) };
  });

  it('arrows move the crosshair and Enter sets a point there', () => {
    expect(press('ArrowRight')).toBe(true);
    press('ArrowUp', { shift: true });
    press('Enter');
    expect(did).toEqual(['step 1 0', 'seen 101 100', 'step 0 -40', 'seen 101 60', 'set 101 60']);
  });

  it('the first Enter only shows where the point would stand', () => {
    press('Enter');
    expect(did).toEqual(['step 0 0', 'seen 100 100']);
    press('Enter');
    expect(did.at(-1)).toBe('set 100 100');
  });

  it('Escape puts the tool away, and other keys do what they always do', () => {
    store.tool = 'segment';
    press('+');
    press('Escape');
    expect(did).toEqual(['zoom in', 'tool null', 'select null']);
  });
});
