import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startFromBuild } from '../../../server/threads/thread-file.ts';
import { serverBundle } from '../servers/server-bundle.ts';

/**
 * Keeps the compiled code of the embedded database: V8 gives it to every database of the process that is opened while somebody holds it, and
 * compiling was half of what the start of a test's server took.
 */
const held = globalThis as { databaseCode?: WebAssembly.Module; databaseThread?: string };
const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
held.databaseCode ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')));

/** Its thread comes from a build, as that of the product does: hundreds are started here, and a third of each start was its loader. */
held.databaseThread ??= join(dirname(await serverBundle()), 'pglite-worker.js');
startFromBuild('pglite-worker', held.databaseThread);
