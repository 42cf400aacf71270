import { expect, it } from 'vitest';
import { csvCell } from './csv.ts';
import { readCsv } from './csv-reader.ts';

it('reads cells with and without quotes, with commas, quotes and breaks in them, and says in which line each begins', () => {
  expect(readCsv('\uFEFFa,b\r\n"x, ""y""","two\nlines"\r\n\r\n1,\n')).toEqual({
    ok: true,
    lines: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', 'two\nlines'] },
      { line: 5, cells: ['1', ''] },
    ],
  });
  expect(readCsv('')).toEqual({ ok: true, lines: [] });
  expect(readCsv('a,')).toEqual({ ok: true, lines: [{ line: 1, cells: ['a', ''] }] });
});

it('gives back what the house wrote, without what guards it from spreadsheets', () => {
  const values = ['=1+1', '+85212345678', '-cmd', '@x', "O'Hara", 'a "b"', 'x,y', '', 'line\nbreak'];
  expect(readCsv(`${values.map(csvCell).join(',')}\r\n`)).toEqual({ ok: true, lines: [{ line: 1, cells: values }] });
});

it('names the line of a quote that stands in the wrong place, and takes no time for it', () => {
  expect(readCsv('a\nb"c\n')).toEqual({ ok: false, line: 2 });
  expect(readCsv('a\n"b"c\n')).toEqual({ ok: false, line: 2 });
  expect(readCsv(`a\n"${'x'.repeat(200_000)}`)).toEqual({ ok: false, line: 2 });
});
