/** One line of a table with its number in the text, the first being 1; a cell in quotes may go over several lines of the text. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** `line`: where a quote is opened or closed in the wrong place. */
export type CsvReading = { readonly ok: true; readonly lines: readonly CsvLine[] } | { readonly ok: false; readonly line: number };

/** The apostrophe that keeps a spreadsheet from running a cell, as `csvCell` writes it. */
const guard = /^'(?=[=+\-@＝＋－＠\t\r])/;

/** A cell in quotes, or one without any; then a comma, the end of the line, or the end of the text. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Reads a table as RFC 4180 has it, and as the house's exports write it: what guards a cell from spreadsheets is taken off. Lines without anything are left out. */
export function readCsv(text: string): CsvReading {
  const source = text.replace(/^\uFEFF/, '');
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let [place, line, began] = [0, 1, 1];
  while (place < source.length || cells.length > 0) {
    cell.lastIndex = place;
    const found = cell.exec(source);
    if (found === null) return { ok: false, line };
    const [whole, quoted, plain = '', end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).replace(guard, ''));
    place += whole.length;
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') lines.push({ line: began, cells });
    [cells, began] = [[], line];
    if (end === '') break;
  }
  return { ok: true, lines };
}
