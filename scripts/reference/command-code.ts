import {
  type CommandType,
  commandFields,
  commandTypes,
  type Field,
  orderFields,
  type WordField,
  wordLists,
} from '../../server/engine/codec/command-fields.ts';

/** Writes and reads what is on the path of every order first: a long switch is one comparison after the other. */
const frequent: readonly CommandType[] = ['PLACE', 'CANCEL', 'AMEND'];

const fieldsOf = (type: CommandType): readonly [string, Field][] => Object.entries(commandFields[type]);
const termsFields: readonly [string, Field][] = Object.entries(orderFields);

/** The text of `server/engine/codec/command-code.gen.ts`: straight code for each field, because a loop over the tables takes several times as long. */
export const commandCode = (): string => `// Made of command-fields.ts by "npm run reference". Do not edit.
import type { Command, OrderTerms } from '../command.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { commandTypes, wordLists } from './command-fields.ts';
import type { LentRecord } from './lent-record.ts';
import { indexOf, placeOf, wordAt } from './words.ts';

const { ${Object.keys(wordLists).join(', ')} } = wordLists;

export type LentTerms = { -readonly [K in keyof OrderTerms]: OrderTerms[K] };

/** Fields in the order that other makers of terms use: the runtime gives them one shape. */
export const blankTerms = (): LentTerms => ({
${termsFields.map(([name, field]) => `  ${name}: ${blank(field)},`).join('\n')}
});

export function writeTerms(writer: ByteWriter, terms: OrderTerms): void {
${writes(termsFields, 'terms', '  ')}
}

export function readTerms(reader: ByteReader, into: LentTerms = blankTerms()): OrderTerms {
${termsFields.map(([name, field]) => `  into.${name} = ${read(field)};`).join('\n')}
  return into;
}

/** Appends a command without edition and time, for use inside other formats. */
export function writeBody(writer: ByteWriter, command: Command): void {
  writer.byte(indexOf(commandTypes, command.type));
  switch (command.type) {
${frequent.map(writeCase).join('\n')}
    default:
      writeRare(writer, command);
  }
}

type RareCommand = Exclude<Command, { type: ${frequent.map((type) => `'${type}'`).join(' | ')} }>;

function writeRare(writer: ByteWriter, command: RareCommand): void {
  switch (command.type) {
${rare().map(writeCase).join('\n')}
  }
}

/** Reads what {@link writeBody} wrote. Throws RangeError on a word that nobody knows. */
export function readBody(reader: ByteReader, lent: LentRecord | null = null): Command {
  const type = wordAt(commandTypes, reader.byte());
  switch (type) {
    case 'PLACE':
      if (lent === null) return { type, terms: readTerms(reader) };
      readTerms(reader, lent.place.terms);
      return lent.place;
${frequent
  .filter((type) => type !== 'PLACE')
  .map(readCase)
  .join('\n')}
    default:
      return readRare(reader, type);
  }
}

function readRare(reader: ByteReader, type: RareCommand['type']): RareCommand {
  switch (type) {
${rare().map(readCase).join('\n')}
  }
}

/** Takes the terms of an order apart from its account and client order id, which a digest of their own stands for. */
export interface TermsDigest {
  word(value: number): void;
  number(value: number): void;
  amount(value: bigint): void;
}

/** Hands the terms to \`into\`: all words as one number, then what had no room in it, numbers and amounts. */
export function digestTerms(into: TermsDigest, terms: OrderTerms): void {
${digestLines(termsFields)}
}
`;

const rare = (): CommandType[] => commandTypes.filter((type) => !frequent.includes(type));

const writeCase = (type: CommandType): string =>
  `    case '${type}':\n${writes(fieldsOf(type), 'command', '      ')}\n${type === rare().at(-1) ? '' : '      break;\n'}`.trimEnd();

const readCase = (type: CommandType): string =>
  `    case '${type}':\n      return { type, ${fieldsOf(type)
    .map(([name, field]) => `${name}: ${read(field)}`)
    .join(', ')} };`;

/** So many words and flags, one after the other, the writer takes at once; longest first. */
const runs: readonly { readonly length: number; readonly method: string }[] = [
  { length: 5, method: 'fiveBytes' },
  { length: 3, method: 'threeBytes' },
];

const writes = (fields: readonly [string, Field][], from: string, indent: string): string => {
  const lines: string[] = [];
  for (let at = 0; at < fields.length; ) {
    const run = runs.find(({ length }) => isRun(fields.slice(at, at + length), length));
    const taken = fields.slice(at, at + (run?.length ?? 1));
    if (run) {
      const bytes = taken.map(([name, field]) => `${indent}  ${oneByte(field, `${from}.${name}`)},`);
      lines.push(`${indent}writer.${run.method}(`, ...bytes, `${indent});`);
    } else for (const [name, field] of taken) lines.push(`${indent}${write(field, `${from}.${name}`)};`);
    at += taken.length;
  }
  return lines.join('\n');
};

const isRun = (fields: readonly [string, Field][], length: number): boolean =>
  fields.length === length && fields.every(([, { kind }]) => kind === 'word' || kind === 'flag');

const oneByte = (field: Field, value: string): string => (field.kind === 'word' ? `indexOf(${field.list}, ${value})` : `${value} ? 1 : 0`);

const write = (field: Field, value: string): string => {
  switch (field.kind) {
    case 'number':
      return `writer.number(${value})`;
    case 'amount':
      return `writer.bigint(${value})`;
    case 'text':
      return `writer.text(${value})`;
    case 'flag':
      return `writer.bool(${value})`;
    case 'word':
      return `writer.byte(indexOf(${field.list}, ${value}))`;
    case 'order':
      return `writeTerms(writer, ${value})`;
  }
};

const read = (field: Field): string => {
  switch (field.kind) {
    case 'number':
      return 'reader.number()';
    case 'amount':
      return 'reader.bigint()';
    case 'text':
      return 'reader.text()';
    case 'flag':
      return 'reader.bool()';
    case 'word':
      return `wordAt(${field.list}, reader.byte())`;
    case 'order':
      return 'readTerms(reader)';
  }
};

const blank = (field: Field): string => {
  switch (field.kind) {
    case 'number':
      return '0';
    case 'amount':
      return '0n';
    case 'flag':
      return 'false';
    case 'word':
      return `'${field.words[0]}'`;
    default:
      return `''`;
  }
};

/** Named by the digest of the client order id instead. */
const inIdDigest = ['account', 'clientOrderId'];

/** The statements that hand the terms to a digest. Throws on a word that the tables give no place. */
export const digestLines = (all: readonly (readonly [string, Field])[]): string => {
  const fields = all.filter(([name]) => !inIdDigest.includes(name));
  const words = fields.filter((entry): entry is readonly [string, WordField] => entry[1].kind === 'word');
  const lines = words.map(([name, field]) => `  const ${name} = placeOf(${field.list}, terms.${name});`);
  const parts = fields.flatMap(([name, field]) => {
    if (field.kind === 'word') return [`${masked(name, field)} * ${place(name, field).unit}`];
    return field.kind === 'flag' ? [`(terms.${name} ? ${place(name, field).unit} : 0)`] : [];
  });
  lines.push(`  into.word(\n    ${parts.join(' +\n      ')},\n  );`);
  for (const [name, field] of words) {
    const { unit, room } = place(name, field);
    if (field.words.length > room) lines.push(`  if (${name} >= ${room}) into.word(-(${unit * 256} + ${name}));`);
  }
  for (const [name, field] of fields) if (field.kind === 'number') lines.push(`  into.number(terms.${name});`);
  for (const [name, field] of fields) if (field.kind === 'amount') lines.push(`  if (terms.${name} !== 0n) into.amount(terms.${name});`);
  return lines.join('\n');
};

/** A list that fits cannot leave its room. */
const masked = (name: string, field: WordField): string => {
  const { room } = place(name, field);
  return field.words.length > room ? `(${name} & ${room - 1})` : name;
};

const place = (name: string, field: Field): { readonly unit: number; readonly room: number } => {
  const found = 'digest' in field ? field.digest : undefined;
  if (found === undefined) throw new Error(`the order field ${name} has no place in the fingerprint`);
  return found;
};
