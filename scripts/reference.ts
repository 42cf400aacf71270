/**
 * `npm run reference`: writes anew what is made of the code: the generated blocks of docs/strategy-reference.md (contract, schemas and
 * limits) and docs/journal-format.md (fields of commands), the code that writes and reads these
 * fields, and that which tells and stores orders. `-- --check` only says
 * whether they are what the code says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './kit/command-line.mjs';
import { commandCode } from './reference/command-code.ts';
import { withJournalBlocks } from './reference/journal-blocks.ts';
import { orderRecordCode, orderViewCode } from './reference/order-code.ts';
import { withGeneratedBlocks } from './reference/strategy-blocks.ts';

const usage = `npm run reference [-- --check]

  --check   write nothing; fail when something is not what the code says`;
const { check } = readCommandLine(usage, { options: { check: { type: 'boolean', default: false } } }).values as { check: boolean };
const root = join(import.meta.dirname, '..');

const made: Readonly<Record<string, (before: string) => string>> = {
  'server/engine/codec/command-code.gen.ts': commandCode,
  'server/gateway/views/order-code.gen.ts': () => orderViewCode(),
  'server/store/orders/order-code.gen.ts': () => orderRecordCode(),
  'docs/strategy-reference.md': (before) => withGeneratedBlocks(before, root),
  'docs/journal-format.md': withJournalBlocks,
};

for (const [file, make] of Object.entries(made)) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = make(before);
  if (before === after) console.log(`${file} says what the code says`);
  else if (check) {
    console.error(`${file} is older than the code; run "npm run reference"`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
    console.log(`wrote ${file}`);
  }
}
