/**
 * `npm run reference`: writes the generated blocks of docs/strategy-reference.md anew from the contract, the schemas and the limits of
 * the code. `-- --check` only says whether they are what the code says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './command-line.mjs';
import { withGeneratedBlocks } from './reference/strategy-blocks.ts';

const usage = `npm run reference [-- --check]

  --check   write nothing; fail when the reference is not what the code says`;
const { check } = readCommandLine(usage, { options: { check: { type: 'boolean', default: false } } }).values as { check: boolean };
const root = join(import.meta.dirname, '..');
const path = join(root, 'docs', 'strategy-reference.md');
const before = readFileSync(path, 'utf8');
const after = withGeneratedBlocks(before, root);
if (before === after) console.log('docs/strategy-reference.md says what the code says');
else if (check) {
  console.error('docs/strategy-reference.md is older than the code; run "npm run reference"');
  process.exit(1);
} else {
  writeFileSync(path, after);
  console.log('wrote docs/strategy-reference.md');
}
