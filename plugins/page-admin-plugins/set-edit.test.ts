import { describe, expect, it } from 'vitest';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { changedWords, choiceOf, excludingPattern, isPattern, matchesPattern, withChoice } from './set-edit.ts';

const set = (changes: Partial<PluginSet> = {}): PluginSet => ({
  role: 'user',
  included: ['*'],
  excluded: [],
  vipOverrides: {},
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

  it('that takes a plugin away with others is named, one of its own is not', () => {
    expect(excludingPattern(set({ excluded: ['panel-chart', 'panel-*'] }), 'panel-chart')).toBe('panel-*');
    expect(excludingPattern(set({ excluded: ['panel-chart'] }), 'panel-chart')).toBeNull();
  });
});

describe('a choice for one plugin', () => {
  const full = set({ excluded: ['panel-a'], locked: ['panel-b'], vipOverrides: { 'panel-c': 2 } });

  it('replaces what the set said of it, and of no other', () => {
    expect(withChoice(full, 'panel-a', 'vip0')).toEqual({ ...full, excluded: [] });
    expect(withChoice(full, 'panel-b', 'vip3')).toEqual({ ...full, locked: [], vipOverrides: { 'panel-c': 2, 'panel-b': 3 } });
    expect(withChoice(full, 'panel-c', 'locked')).toEqual({ ...full, locked: ['panel-b', 'panel-c'], vipOverrides: {} });
    expect(withChoice(full, 'panel-d', 'absent')).toEqual({ ...full, excluded: ['panel-a', 'panel-d'] });
  });

  it('includes what no pattern includes, and takes out its own entry before it excludes', () => {
    const narrow = set({ included: ['page-*'] });
    const given = withChoice(narrow, 'panel-a', 'vip1');
    expect(given).toEqual({ ...narrow, included: ['page-*', 'panel-a'], vipOverrides: { 'panel-a': 1 } });
    expect(withChoice(given, 'panel-a', 'absent')).toEqual(narrow);
  });

  it('is read from what the server says', () => {
    const said = { plugin: 'p', leastVip: 0 };
    expect([
      choiceOf({ ...said, fromVip: 2, shown: true }),
      choiceOf({ ...said, fromVip: null, shown: true }),
      choiceOf({ ...said, fromVip: null, shown: false }),
    ]).toEqual(['vip2', 'locked', 'absent']);
  });
});

it('says what is another in the later of two sets, and nothing of what is the same', () => {
  const before: PluginSet = {
    role: 'user',
    included: ['*'],
    excluded: ['panel-a'],
    vipOverrides: { 'panel-b': 1, 'panel-c': 2 },
    locked: ['panel-d'],
  };
  const after: PluginSet = { ...before, included: ['panel-*'], excluded: ['panel-e'], vipOverrides: { 'panel-b': 3 }, locked: [] };
  expect(changedWords(before, after).map(({ key, name, level }) => [key, name, level].join(' ').trim())).toEqual([
    ...['in panel-*', 'out *', 'excluded panel-e', 'readmitted panel-a', 'unlocked panel-d', 'level panel-b 3', 'noLevel panel-c'],
  ]);
  expect(changedWords(before, before)).toEqual([]);
});
