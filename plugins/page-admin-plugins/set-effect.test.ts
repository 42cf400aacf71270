import { describe, expect, it } from 'vitest';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';

import { effectOn, isPattern, lostBy, matchesPattern } from './set-effect.ts';

const set = (changes: Partial<PluginSetView> = {}): PluginSetView => ({
  role: 'admin',
  included: ['*'],
  excluded: [],
  vip_overrides: {},
  locked: [],
  ...changes,
});

describe('a pattern', () => {
  it.each([
    ['*', 'panel-chart', true],
    ['panel-*', 'panel-chart', true],
    ['panel-*', 'page-panel-x', false],
    ['*-chart', 'panel-chart', true],
    ['panel-chart', 'panel-chart2', false],
  ])('%s on %s is %s', (pattern, id, expected) => {
    expect(matchesPattern(pattern, id)).toBe(expected);
  });

  it('holds lower-case letters, digits, dashes and stars', () => {
    expect(['panel-*', '*', 'x9'].every(isPattern)).toBe(true);
    expect(['', 'Panel', 'a b', '-x', 'a/b'].some(isPattern)).toBe(false);
  });
});

describe('a set', () => {
  it('lets exclusion win over inclusion, and a lock over a level', () => {
    expect(effectOn(set({ excluded: ['panel-*'] }), 'panel-chart').kind).toBe('missing');
    expect(effectOn(set({ included: ['page-*'] }), 'panel-chart').kind).toBe('missing');
    expect(effectOn(set({ vip_overrides: { 'panel-chart': 2 } }), 'panel-chart')).toEqual({ kind: 'vip', level: 2 });
    expect(effectOn(set({ vip_overrides: { 'panel-chart': 2 }, locked: ['panel-chart'] }), 'panel-chart').kind).toBe('locked');
  });

  it('names what a change takes away', () => {
    const ids = ['panel-a', 'panel-b', 'page-c'];
    expect(lostBy(set(), set({ excluded: ['panel-a'], locked: ['page-c'] }), ids)).toEqual(['panel-a', 'page-c']);
    expect(lostBy(set({ excluded: ['panel-a'] }), set(), ids)).toEqual([]);
  });
});
