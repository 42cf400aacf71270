import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeKey } from '../server/packages/package-signature.ts';
import { readCommandLine } from './kit/command-line.mjs';

/** `npm run plugin:key -- --out <file>`: makes a key that signs packages; its public half is what administrators trust. */
function main(): void {
  const usage =
    'npm run plugin:key -- --out <file>\n\n  --out   where the secret key goes; the public key is printed, for an administrator to add on the page Plugins';
  const { values } = readCommandLine(usage, { options: { out: { type: 'string' } } });
  const { out } = values;
  const file = resolve(out ?? '');
  const problem = out === undefined ? usage : existsSync(file) ? `${file} is there already: a key that is written over is lost` : null;
  if (problem !== null) {
    console.error(problem);
    process.exitCode = 1;
    return;
  }
  const { secret, publicKey } = makeKey();
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
  console.log(`${file} is the secret key: whoever has it can pack in your name.\nThe public key is\n\n${publicKey}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
