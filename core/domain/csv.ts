import { signedDecimalPattern } from './numbers/decimal.ts';

/** Header → cell; null is an empty cell. */
export type CsvColumns<T> = Readonly<Record<string, (item: T) => string | null>>;

/** Spreadsheets read a file without it in the language's old code page. */
const byteOrderMark = '\uFEFF';
/**
 * Spreadsheets run a cell that begins so as a formula, in wide letters too. Where their language parts cells by `;` they do not see quotes
 * in the middle of a line: there a cell of theirs may begin inside one of ours.
 */
const formulaStart = /(^|[;\t\r\n] *)(?=[=+\-@＝＋－＠]|^[\t\r])/g;
const needsQuotes = /[",\r\n]/;

/** A cell as RFC 4180 wants it; a text that a spreadsheet would run gets an apostrophe before it. Decimals stay as they are. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const harmless = signedDecimalPattern.test(value) ? value : value.replace(formulaStart, "$1'");
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvTime = (timeMs: number): string => new Date(timeMs).toISOString();

/** The first line of a file. */
export const csvHeader = (columns: CsvColumns<never>): string => `${byteOrderMark}${Object.keys(columns).map(csvCell).join(',')}\r\n`;

export const csvLine = <T>(columns: CsvColumns<T>, item: T): string =>
  `${Object.values(columns)
    .map((cell) => csvCell(cell(item)))
    .join(',')}\r\n`;

/** A table in pieces, one for the header and one for each page. */
export async function* csvTable<T>(columns: CsvColumns<T>, pages: AsyncIterable<readonly T[]>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const items of pages) yield items.map((item) => csvLine(columns, item)).join('');
}
