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

/** Begins like a formula for a spreadsheet. */
const formula = /^[=+\-@\t\r]/;

/** Comma separated, quoted where needed; a text that a spreadsheet would take for a formula is kept from it. */
export function csvOf({ columns, rows }: PictureTable): string {
  const field = (value: string | number | null): string => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const text = formula.test(value) ? `'${value}` : value;
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ name }) => field(name)), ...rows.map((row) => row.map(({ value }) => field(value)))];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
