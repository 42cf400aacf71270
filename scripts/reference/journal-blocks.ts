import { commandFields, commandTypes, type Field, orderFields, wordLists } from '../../server/engine/codec/command-fields.ts';

const block = /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** docs/journal-format.md with its generated blocks made anew of the field tables. Throws on a block that nothing makes. */
export const withJournalBlocks = (document: string): string =>
  document.replaceAll(block, (_, head: string, kind: string, end: string) => {
    const make = blocks[kind];
    if (make === undefined) throw new Error(`nothing generates a block ${kind}`);
    return `${head}\n${make()}\n\n${end}`;
  });

const blocks: Readonly<Record<string, () => string>> = {
  commands: () =>
    commandTypes
      .map((type, place) => `### ${place} · \`${type}\`\n\n${fieldTable(Object.entries<Field>(commandFields[type]))}`)
      .join('\n\n'),
  order: () => fieldTable(Object.entries<Field>(orderFields)),
  words: () =>
    table(
      ['words', 'byte: word'],
      Object.entries(wordLists).map(([name, words]) => [name, bytesOf(words)]),
    ),
};

const fieldTable = (fields: readonly (readonly [string, Field])[]): string =>
  table(
    ['field', 'as', 'what'],
    fields.map(([name, field]) => [`\`${name}\``, field.kind === 'word' ? `word of ${field.list}` : field.kind, field.about]),
  );

const bytesOf = (words: readonly string[]): string => words.map((word, byte) => `${byte}: \`${word}\``).join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
