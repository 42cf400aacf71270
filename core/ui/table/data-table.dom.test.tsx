import { observable, runInAction } from 'mobx';
import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { resizeBoxes, withSizeWatches } from '../../../tests/kit/ui/box-sizes.ts';
import type { Column, TableState } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Row {
  readonly id: string;
  readonly size: number;
}

let cellsDrawn = 0;
const prices = observable.map<string, number>();
const columns: readonly Column<Row>[] = [
  { id: 'id', title: 'Id', width: 80, render: (row) => row.id, compare: (a, b) => a.id.localeCompare(b.id) },
  {
    id: 'size',
    title: 'Size',
    width: 80,
    align: 'right',
    render: (row) => row.size,
    compare: (a, b) => a.size - b.size,
    descendingFirst: true,
  },
  {
    id: 'price',
    title: 'Price',
    width: 80,
    render: (row) => {
      cellsDrawn += 1;
      return prices.get(row.id) ?? '–';
    },
  },
  { id: 'extra', title: 'Extra', width: 80, optional: true, render: () => 'x' },
];
const rows: readonly Row[] = Array.from({ length: 1_000 }, (_, at) => ({ id: `r${String(at).padStart(4, '0')}`, size: (at * 7) % 1_000 }));

let page: Rendered;
afterEach(() => page.close());

async function show(changes: Partial<Parameters<typeof DataTable<Row>>[0]> = {}): Promise<void> {
  page = await render(
    <DataTable label="Rows" rows={rows} columns={columns} rowKey={(row) => row.id} empty={<p>Nothing</p>} {...changes} />,
  );
}
const grid = (): HTMLElement => page.container.querySelector('[role=grid]') as HTMLElement;
const firstCells = (): readonly string[] =>
  [...page.container.querySelectorAll('[role=rowgroup] [role=row]')].map((row) => row.firstElementChild?.textContent ?? '');
const header = (name: string): HTMLElement =>
  [...page.container.querySelectorAll<HTMLElement>('[role=columnheader]')].find((cell) => cell.textContent === name) as HTMLElement;
const press = (key: string, altKey = false): Promise<void> =>
  act(async () => void grid().dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true })));

describe('a table of a thousand rows', () => {
  it('draws only what is in sight, and says how many there are', async () => {
    await show();
    expect(firstCells().length).toBeLessThan(40);
    expect(grid().getAttribute('aria-rowcount')).toBe('1001');
    expect(page.container.querySelectorAll('[role=columnheader]')).toHaveLength(3);
  });

  it('draws one cell anew when one price changes', async () => {
    await show();
    cellsDrawn = 0;
    await act(async () => runInAction(() => prices.set('r0003', 42)));
    expect(cellsDrawn).toBe(1);
  });

  it('numbers its rows, and draws no other cell when one comes in on top', async () => {
    await show();
    cellsDrawn = 0;
    await page.update(
      <DataTable label="Rows" rows={[{ id: 'new', size: 1 }, ...rows]} columns={columns} rowKey={(row) => row.id} empty={null} />,
    );
    expect(firstCells().slice(0, 3)).toEqual(['new', 'r0000', 'r0001']);
    const numbers = [...page.container.querySelectorAll('[role=rowgroup] [role=row]')].map((row) => row.getAttribute('aria-rowindex'));
    expect(numbers.slice(0, 3)).toEqual(['2', '3', '4']);
    expect(cellsDrawn).toBe(1);
  });

  it('sorts by a click and tells who remembers', async () => {
    const states: TableState[] = [];
    await show({ onStateChange: (state) => states.push(state) });
    await act(async () => header('Size').querySelector('button')?.click());
    expect(states.at(-1)?.order).toEqual({ column: 'size', direction: 'descending' });
    expect(header('Size').getAttribute('aria-sort')).toBe('descending');
    expect(page.container.querySelectorAll('[aria-sort=ascending],[aria-sort=descending]')).toHaveLength(1);
    expect(firstCells()[0]).toBe(rows.find((row) => row.size === 999)?.id);
  });

  it('is walked with the keys, and Enter activates', async () => {
    const activated: string[] = [];
    await show({ onActivate: (row) => activated.push(row.id) });
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    expect(activated).toEqual(['r0001']);
    const active = grid().getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.firstElementChild?.textContent).toBe('r0001');
  });

  it('keeps the focus when a row is pressed, so that its keys work after the row has left the view', async () => {
    await show();
    await act(async () => page.container.querySelector<HTMLElement>('[role=rowgroup] [role=gridcell]')?.focus());
    expect(document.activeElement).toBe(grid());
  });

  it('takes the focus of a button whose row has gone, so that whoever canceled by it goes on in the table, and not of one that he had left', async () => {
    const table = (shown: readonly Row[]) => (
      <DataTable
        label="Rows"
        rows={shown}
        columns={columns}
        rowKey={(row) => row.id}
        rowActions={(row) => <button type="button">Cancel {row.id}</button>}
        empty={null}
      />
    );
    page = await render(table(rows));
    await press('ArrowDown');
    await act(async () => page.container.querySelector<HTMLElement>('[role=rowgroup] button')?.focus());
    expect(document.activeElement?.textContent).toBe('Cancel r0000');
    await page.update(table(rows.slice(1)));
    expect(document.activeElement).toBe(grid());

    await press('ArrowDown');
    const button = page.container.querySelector<HTMLElement>('[role=rowgroup] button');
    await act(async () => button?.focus());
    expect(document.activeElement).toBe(button);
    await act(async () => button?.blur());
    await page.update(table(rows.slice(2)));
    expect(document.activeElement).toBe(document.body);
  });

  it('leaves keys with Alt to the shell', async () => {
    const activated: string[] = [];
    await show({ onActivate: (row) => activated.push(row.id) });
    await press('ArrowDown');
    await press('Enter', true);
    expect(activated).toEqual([]);
  });

  it('shows the actions of the active row only', async () => {
    await show({ rowActions: (row) => <button type="button">Cancel {row.id}</button> });
    expect(page.container.textContent).not.toContain('Cancel');
    await press('ArrowDown');
    expect(page.container.textContent).toContain('Cancel r0000');
  });

  it('shows hidden columns when they are wanted', async () => {
    await show({ state: { shown: { extra: true, price: false } } });
    expect([...page.container.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent)).toEqual(['Id', 'Size', 'Extra']);
  });
});

it('says what belongs there when it is empty', async () => {
  await show({ rows: [] });
  expect(page.container.textContent).toContain('Nothing');
});

describe('choosing rows', () => {
  const chosen: string[][] = [];
  const Chooser = () => {
    const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
    const onChange = (next: ReadonlySet<string>): void => {
      chosen.push([...next].sort());
      setKeys(next);
    };
    return (
      <DataTable
        label="Rows"
        rows={rows.slice(0, 5)}
        columns={columns}
        rowKey={(row) => row.id}
        empty={null}
        selection={{ keys, onChange }}
      />
    );
  };
  const boxes = (): readonly HTMLInputElement[] => [...page.container.querySelectorAll<HTMLInputElement>('[role=row] input')];
  const click = (at: number, shiftKey = false): Promise<void> =>
    act(async () => void boxes()[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey })));

  it('works by box, by range with Shift, and by the box of the header', async () => {
    page = await render(<Chooser />);
    await click(2);
    expect(chosen.at(-1)).toEqual(['r0001']);
    await click(4, true);
    expect(chosen.at(-1)).toEqual(['r0001', 'r0002', 'r0003']);
    expect(boxes()[0]?.indeterminate).toBe(true);
    await click(0);
    expect(chosen.at(-1)).toHaveLength(5);
    await click(0);
    expect(chosen.at(-1)).toEqual([]);
  });

  it('works by keys: Space, Ctrl+A and Escape', async () => {
    page = await render(<Chooser />);
    await press('ArrowDown');
    await press(' ');
    expect(chosen.at(-1)).toEqual(['r0000']);
    await act(async () => void grid().dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true })));
    expect(chosen.at(-1)).toHaveLength(5);
    await press('Escape');
    expect(chosen.at(-1)).toEqual([]);
  });
});

describe('rows and keys of the owner', () => {
  it('may be titles over the whole width', async () => {
    await show({ rowTitle: (row) => (row.id === 'r0001' ? <b>Group</b> : null) });
    expect(firstCells().slice(0, 3)).toEqual(['r0000', 'Group', 'r0002']);
    expect(page.container.querySelector('[aria-colspan]')?.getAttribute('aria-colspan')).toBe('3');
  });

  it('are asked before those of the table', async () => {
    const asked: string[] = [];
    await show({
      onKey: (event, row) => {
        asked.push(`${event.key} ${row?.id}`);
        return event.key === 'End';
      },
    });
    await press('ArrowDown');
    await press('End');
    await press('ArrowDown');
    expect(asked).toEqual(['ArrowDown undefined', 'End r0000', 'ArrowDown r0000']);
  });
});

describe('a table that follows its marked row', () => {
  const follow = (markedKey: string, among = rows) => (
    <DataTable label="Rows" rows={among} columns={columns} rowKey={(row) => row.id} markedKey={markedKey} follows empty={null} />
  );
  const rowHeight = 24;
  const headerHeight = 26;
  /** Of a row, in what is seen below the header: 0 where it touches header or end. */
  const roomAround = (index: number): { readonly above: number; readonly below: number } => ({
    above: index * rowHeight - grid().scrollTop,
    below: grid().scrollTop + grid().clientHeight - headerHeight - (index + 1) * rowHeight,
  });
  const isWhole = (index: number): boolean => Object.values(roomAround(index)).every((room) => room >= 0);

  it('shows all of it between header and end, wherever the next one is marked', async () => {
    page = await render(follow('r0000'));
    for (const index of [15, 500, 480, 999, 0]) {
      await page.update(follow(`r${String(index).padStart(4, '0')}`));
      expect(isWhole(index), `row ${index}`).toBe(true);
    }
  });

  it('stays where it is while the marked row is in view', async () => {
    page = await render(follow('r0500'));
    const { scrollTop } = grid();
    await page.update(follow('r0495'));
    expect(grid().scrollTop).toBe(scrollTop);
  });

  it('shows it in other rows that come with it, at the same place or another, after somebody has looked elsewhere', async () => {
    page = await render(follow('r0180', rows.slice(0, 200)));
    grid().scrollTop = 0;
    await page.update(follow('r0380', rows.slice(200, 400)));
    expect(isWhole(180)).toBe(true);
  });

  it('still shows it when the place of the table becomes lower or higher', () =>
    withSizeWatches(async () => {
      page = await render(follow('r0500'));
      for (const height of [120, 300, 61]) {
        await act(async () => resizeBoxes(height));
        expect(isWhole(500), `${height} px`).toBe(true);
      }
    }));
});
