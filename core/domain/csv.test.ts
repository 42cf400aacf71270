import { describe, expect, it } from 'vitest';
import { csvCell, csvTable, csvTime } from './csv.ts';

async function* pagesOf<T>(...pages: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
  yield* pages;
}

describe('a CSV table', () => {
  it('starts with a byte order mark, ends every line with CR LF, and has the header without any rows', async () => {
    const pieces: string[] = [];
    for await (const piece of csvTable(
      { name: (row: { name: string }) => row.name, none: () => null },
      pagesOf([{ name: 'a' }], [{ name: 'b' }]),
    ))
      pieces.push(piece);
    expect(pieces.join('')).toBe('\uFEFFname,none\r\na,\r\nb,\r\n');
    for await (const piece of csvTable({ name: () => 'x' }, pagesOf())) expect(piece).toBe('\uFEFFname\r\n');
  });

  it('quotes what would break a line, and doubles quotes', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('a "b"\nc')).toBe('"a ""b""\nc"');
    expect(csvCell('plain')).toBe('plain');
  });

  it.each(['=1+1', '+cmd', '-1+1', '@SUM(A1)', '\tx', '\rx'])('never lets %j be a formula', (text) => {
    expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it.each([
    ['a;=1+1;b', "a;'=1+1;b"],
    ['Dear all\n=1+1', '"Dear all\n\'=1+1"'],
    ['a\t @SUM(A1)', "a\t '@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['ann@fund.example; 1-2 = x', 'ann@fund.example; 1-2 = x'],
  ])('lets no cell that a spreadsheet cuts out of %j be a formula', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('leaves decimals untouched, negative ones too', () => {
    for (const decimal of ['-0.00000001', '12345678901234567890.12345678901234567890', '0']) expect(csvCell(decimal)).toBe(decimal);
  });

  it('writes times with their zone', () => {
    expect(csvTime(1_760_000_000_123)).toBe('2025-10-09T08:53:20.123Z');
  });
});
