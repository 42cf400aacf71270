import { expect, type Locator, type Page } from '@playwright/test';

/** Cells of a row under their column's title. */
type RowTexts = Readonly<Record<string, string>>;

/** A table of a panel, read as a person does: by titles. */
export class PanelTable {
  readonly grid: Locator;
  /** The grid, and what stands over it while it is empty. */
  readonly frame: Locator;

  constructor(page: Page, name: string | RegExp) {
    this.grid = page.getByRole('grid', { name, exact: true });
    this.frame = this.grid.locator('xpath=..');
  }

  /** All rows on the screen. */
  async read(): Promise<readonly RowTexts[]> {
    return this.grid.evaluate((grid) => {
      const textsOf = (row: Element, role: string): string[] =>
        [...row.querySelectorAll<HTMLElement>(`[role=${role}]`)].map((cell) => cell.innerText.replace(/\s+/g, ' ').trim());
      const [header, ...rows] = [...grid.querySelectorAll('[role=row]')];
      const titles = header === undefined ? [] : textsOf(header, 'columnheader');
      return rows.map((row) => {
        const cells = textsOf(row, 'gridcell');
        return Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']));
      });
    });
  }

  /** Waits until these rows and no others are there, in any order; only the given columns are compared. */
  async shows(...rows: readonly RowTexts[]): Promise<void> {
    const wanted = [...rows].map((row) => sorted(row));
    const columns = new Set(rows.flatMap((row) => Object.keys(row)));
    await expect
      .poll(async () => (await this.read()).map((row) => sorted(row, columns)).sort(byText), { message: `rows of ${this.grid}` })
      .toEqual(wanted.sort(byText));
  }

  /** Waits for one row that has these cells; others may be there too. */
  async has(row: RowTexts): Promise<void> {
    await expect.poll(() => this.read(), { message: `a row of ${this.grid}` }).toContainEqual(expect.objectContaining(row));
  }

  /** Sorts by a column, its last values on top: a long table shows only the rows that fit. */
  async sortDescending(title: string): Promise<void> {
    const header = this.grid.getByRole('columnheader', { name: title });
    while ((await header.getAttribute('aria-sort')) !== 'descending') await header.click();
  }

  /** Changes a number of an open order where it stands. */
  async amend(row: Locator, field: 'Price' | 'Total quantity' | 'Trigger price', value: string): Promise<void> {
    await row.getByTitle(field, { exact: true }).click();
    const input = row.getByRole('textbox', { name: field });
    await input.fill(value);
    await input.press('Enter');
    await expect(input).toBeHidden();
  }

  /** The row that holds all these texts. */
  row(...texts: readonly (string | RegExp)[]): Locator {
    return texts.reduce<Locator>((rows, text) => rows.filter({ hasText: text }), this.grid.getByRole('rowgroup').getByRole('row'));
  }
}

const sorted = (row: RowTexts, columns?: ReadonlySet<string>): RowTexts =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => columns === undefined || columns.has(column))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const byText = (a: RowTexts, b: RowTexts): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
