import type { Recordings } from '../../contract/server-services.ts';
import { RecordingFormatError } from './recording-format-error.ts';

/** Rows of a CSV file whose header must be one of `headers`; every row has as many cells as its header. */
export async function* readCsv(
  recordings: Recordings,
  file: string,
  headers: readonly string[],
): AsyncGenerator<{ readonly header: string; readonly number: number; readonly cells: readonly string[] }> {
  let header: string | null = null;
  let columns = 0;
  let number = 0;
  for await (const text of recordings.lines(file)) {
    number++;
    if (header === null) {
      if (!headers.includes(text)) throw new RecordingFormatError(file, number, `unknown header '${text.slice(0, 100)}'`);
      header = text;
      columns = text.split(',').length;
      continue;
    }
    if (text === '') continue;
    const cells = text.split(',');
    if (cells.length !== columns) throw new RecordingFormatError(file, number, `${cells.length} cells instead of ${columns}`);
    yield { header, number, cells };
  }
}

const decimal = /^(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?$/;

/** The cell as it stands, when it is a plain decimal. */
export function decimalCell(file: string, line: number, name: string, cell: string | undefined): string {
  if (cell === undefined || !decimal.test(cell)) throw new RecordingFormatError(file, line, `${name} is not a decimal: '${cell ?? ''}'`);
  return cell;
}

export function integerCell(file: string, line: number, name: string, cell: string | undefined): number {
  const value = Number(cell);
  if (cell === undefined || cell === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new RecordingFormatError(file, line, `${name} is not a whole number: '${cell ?? ''}'`);
  }
  return value;
}
