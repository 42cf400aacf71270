/** A record of a table as text (RFC 4180), as it stands there, and the line of the text that it begins in, the first being 1. */
export interface CsvRecord {
  readonly text: string;
  readonly line: number;
}

/** Splits a table into its records; a line break between quotes belongs to its cell. Empty lines are none. */
export function csvRecords(csv: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let [text, line, startedAt, isQuoted] = ['', 1, 1, false];
  const end = (): void => {
    if (text.trim() !== '') records.push({ text, line: startedAt });
    text = '';
    startedAt = line;
  };
  for (const sign of csv.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '\n') line++;
    if (sign === '\n' && !isQuoted) end();
    else text += sign;
  }
  end();
  return records;
}

/** A part of a table that is a table too, and the line of the whole for each line of it. */
export interface CsvPart {
  readonly csv: string;
  readonly lineOf: (line: number) => number;
  readonly people: number;
}

/** The table in parts of at most so many people, each with the head. */
export function csvParts(csv: string, most: number): readonly CsvPart[] {
  const [head, ...people] = csvRecords(csv);
  if (head === undefined) return [];
  const parts: CsvPart[] = [];
  for (let at = 0; at < people.length; at += most) {
    const own = [head, ...people.slice(at, at + most)];
    const lines = new Map<number, number>();
    let line = 1;
    for (const record of own) {
      lines.set(line, record.line);
      line += record.text.split('\n').length;
    }
    const text = own.map((record) => record.text).join('\n');
    parts.push({ csv: text, people: own.length - 1, lineOf: (one) => lines.get(one) ?? one });
  }
  return parts;
}
