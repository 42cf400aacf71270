import { expect, it } from 'vitest';
import { csvParts, csvRecords } from './csv-records.ts';

it('takes a line break between quotes as a part of its cell, and empty lines as none', () => {
  expect(csvRecords('\uFEFFusername,email\r\nann,"a\nb"\n\nbob,"x""y"\n')).toEqual([
    { text: 'username,email', line: 1 },
    { text: 'ann,"a\nb"', line: 2 },
    { text: 'bob,"x""y"', line: 5 },
  ]);
});

it('parts a table, each part with the head, and knows where its lines stand in the whole', () => {
  const parts = csvParts('username\nann\n\n"b\nob"\ncid', 2);
  expect(parts.map(({ csv, people }) => [csv, people])).toEqual([
    ['username\nann\n"b\nob"', 2],
    ['username\ncid', 1],
  ]);
  expect([parts[0]?.lineOf(2), parts[0]?.lineOf(3), parts[1]?.lineOf(2)]).toEqual([2, 4, 6]);
  expect(csvParts('', 2)).toEqual([]);
});
