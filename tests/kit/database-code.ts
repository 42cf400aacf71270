import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Keeps the compiled code of the embedded database: V8 gives it to every database of the process that is opened while somebody holds it, and
 * compiling was half of what the start of a test's server took.
 */
const held = globalThis as { databaseCode?: WebAssembly.Module };
const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
held.databaseCode ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')));
