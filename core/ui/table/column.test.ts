import { describe, expect, it } from 'vitest';
import { type Column, fitting, isShown, leastWidthOf, nextOrder, sortRows, templateOf } from './column.ts';

interface Row {
  readonly name: string;
  readonly size: number;
}
const name: Column<Row> = {
  id: 'name',
  title: 'Name',
  width: 80,
  render: (row) => row.name,
  compare: (a, b) => a.name.localeCompare(b.name),
};
const size: Column<Row> = {
  id: 'size',
  title: 'Size',
  width: 60,
  render: (row) => row.size,
  compare: (a, b) => a.size - b.size,
  descendingFirst: true,
};

describe('sorting', () => {
  it('goes through both directions and back to none', () => {
    const first = nextOrder(name, null);
    const second = nextOrder(name, first);
    expect([first?.direction, second?.direction, nextOrder(name, second)]).toEqual(['ascending', 'descending', null]);
    expect(nextOrder(size, first)).toEqual({ column: 'size', direction: 'descending' });
  });

  it('keeps the order of equal rows', () => {
    const rows = [
      { name: 'b', size: 1 },
      { name: 'a', size: 1 },
      { name: 'c', size: 2 },
    ];
    expect(sortRows(rows, [name, size], { column: 'size', direction: 'descending' }).map((row) => row.name)).toEqual(['c', 'b', 'a']);
    expect(sortRows(rows, [name, size], null)).toBe(rows);
  });
});

describe('columns', () => {
  it('share room in proportion to their width', () => {
    expect(templateOf([name, size], { size: 90 })).toBe('minmax(80px, 80fr) minmax(90px, 90fr)');
  });

  it('shrink to what is their least before the table scrolls, but for one whose width was set', () => {
    const columns = [{ ...name, least: 50 }, size];
    expect([templateOf(columns, undefined), leastWidthOf(columns, undefined)]).toEqual(['minmax(50px, 80fr) minmax(60px, 60fr)', 110]);
    expect([templateOf(columns, { name: 70 }), leastWidthOf(columns, { name: 70 })]).toEqual([
      'minmax(70px, 70fr) minmax(60px, 60fr)',
      130,
    ]);
  });

  it("hide by the user's choice, or by default when optional", () => {
    expect(isShown({ ...name, optional: true }, {})).toBe(false);
    expect(isShown({ ...name, optional: true }, { shown: { name: true } })).toBe(true);
    expect(isShown({ ...name, fixed: true }, { shown: { name: false } })).toBe(true);
  });
});

describe('a table without room for all columns', () => {
  const status: Column<Row> = { id: 'status', title: 'Status', width: 60, yields: 1, render: () => '' };
  const time: Column<Row> = { id: 'time', title: 'Time', width: 60, yields: 0, render: () => '' };
  const all = [time, name, size, status];
  const ids = (columns: readonly Column<Row>[]): readonly string[] => columns.map(({ id }) => id);

  it('leaves out those that yield, one after the other, and no others', () => {
    expect(ids(fitting(all, {}, null))).toEqual(['time', 'name', 'size', 'status']);
    expect(ids(fitting(all, {}, 260))).toEqual(['time', 'name', 'size', 'status']);
    expect(ids(fitting(all, {}, 259))).toEqual(['name', 'size', 'status']);
    expect(ids(fitting(all, {}, 100))).toEqual(['name', 'size']);
  });

  it('keeps those that the user has chosen, and lets the next one yield', () => {
    expect(ids(fitting(all, { shown: { time: true } }, 230))).toEqual(['time', 'name', 'size']);
    expect(ids(fitting(all, { shown: { status: false } }, 200))).toEqual(['time', 'name', 'size']);
    expect(ids(fitting(all, { widths: { size: 100 } }, 260))).toEqual(['name', 'size', 'status']);
  });
});
