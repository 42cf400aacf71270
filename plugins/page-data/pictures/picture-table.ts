import { csvCell } from '../../../core/domain/csv.ts';

/** What a picture shows, as a table: for whoever reads numbers, and for a file. */
export interface PictureTable {
  readonly columns: readonly PictureColumn[];
  readonly rows: readonly (readonly PictureCell[])[];
}

interface PictureColumn {
  /** Translated, with the unit. */
  readonly title: string;
  /** In the file, the same in every language. */
  readonly name: string;
  readonly isText?: boolean;
}

interface PictureCell {
  /** In the file; null: empty. */
  readonly value: string | number | null;
  /** On the screen. */
  readonly text: string;
}

export const cell = (value: string | number | null, text: string): PictureCell => ({ value, text });

/** A line for each row, under the names of the columns. */
export function csvOf({ columns, rows }: PictureTable): string {
  const lines = [columns.map(({ name }) => csvCell(name)), ...rows.map((row) => row.map(({ value }) => field(value)))];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

const field = (value: string | number | null): string => (typeof value === 'number' ? String(value) : csvCell(value));
