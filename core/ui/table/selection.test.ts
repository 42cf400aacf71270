import { describe, expect, it } from 'vitest';
import { selectionState, toggled, withRange } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];

describe('choosing rows', () => {
  it('turns one row on and off and leaves the others', () => {
    expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b']);
    expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b']);
  });

  it('takes a range in both directions, and one row when the first end is gone', () => {
    expect([...withRange(new Set(['d']), order, 'a', 'c')].sort()).toEqual(order);
    expect([...withRange(new Set(), order, 'c', 'b')]).toEqual(['b', 'c']);
    expect([...withRange(new Set(), order, 'gone', 'b')]).toEqual(['b']);
  });

  it('says whether all rows are chosen, whatever else was chosen before', () => {
    expect(selectionState(new Set(['gone']), order)).toBe('none');
    expect(selectionState(new Set(['a']), order)).toBe('mixed');
    expect(selectionState(new Set(order), order)).toBe('all');
    expect(selectionState(new Set(), [])).toBe('none');
  });
});
