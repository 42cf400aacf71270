import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startFromBuild, type ThreadName, threadSources } from '../../../server/threads/thread-file.ts';
import { serverBundle } from '../servers/server-bundle.ts';

/**
 * Keeps the compiled code of the embedded database: V8 gives it to every database of the process that is opened while somebody holds it, and
 * compiling was half of what the start of a test's server took.
 */
const held = globalThis as { databaseCode?: WebAssembly.Module; bundle?: string };
const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
held.databaseCode ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')));

/**
 * Its thread and those of strategies and backtests come from a build, as those of the product do: hundreds are started here, each server keeps
 * one ready, and three quarters of such a start was its loader.
 */
held.bundle ??= dirname(await serverBundle());
startFromBuild(Object.keys(threadSources) as readonly ThreadName[], held.bundle);
