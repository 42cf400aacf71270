import { expect, it } from 'vitest';
import { isName } from './name.ts';

it('a name is one line of up to 60 characters that can be seen, without space at its ends', () => {
  const names = ['A', 'Grid 2', '夜盘', 'a\u00a0b', 'Bot: <1> & "2"', '🐂', 'x'.repeat(60)];
  expect(names.filter((name) => !isName(name))).toEqual([]);
  const ends = [' A', 'A ', '\u3000A', 'A\u00a0', ' ', '   ', ''];
  const unseen = ['\u200b', 'a\u200bb', 'a\u202eb', '\ufeffA', 'a\u0000b', 'a\ud800'];
  const lines = ['a\nb', 'a\r\nb', 'A\n', 'a\u2028b', 'a\u2029b', 'a\tb'];
  expect([...ends, ...unseen, ...lines, 'x'.repeat(61)].filter(isName)).toEqual([]);
});
