import { expect, it } from 'vitest';
import { cell, csvOf } from './picture-table.ts';

it('writes a table as a file that a spreadsheet reads and does not run', () => {
  const columns = [
    { name: 'market', title: 'Markt' },
    { name: 'change', title: 'Änderung' },
  ];
  const rows = [
    [cell('a,"b"', 'a'), cell(-0.5, '−50%')],
    [cell('=1+1', ''), cell(null, '–')],
    [cell('c\rd', ''), cell(2, '2')],
  ];
  expect(csvOf({ columns, rows })).toBe('market,change\r\n"a,""b""",-0.5\r\n\'=1+1,\r\n"c\rd",2\r\n');
});
