import { expect, it } from 'vitest';
import { lockedForAll } from '../../../core/kernel/index.ts';
import { lockedText } from './locked-text.ts';

const say = (key: string, params: object = {}): string => [key, ...Object.values(params)].join(' ');

it('names the level that opens a strategy, and no level where none does', () => {
  expect(lockedText({ locked: true, minVip: 3 }, say)).toBe('locked 3');
  expect(lockedText({ locked: true, minVip: lockedForAll }, say)).toBe('lockedForAll');
  expect(lockedText({ locked: true, minVip: null }, say)).toBe('lockedForAll');
  expect(lockedText({ locked: false, minVip: null }, say)).toBeNull();
});
