import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openDurablePglite, SyncCounter } from './durable-pglite.ts';
import { StoreError } from './store-error.ts';
import { type DatabaseErrorFields, startId, type WorkerInput, type WorkerReply, type WorkerRequest } from './worker-protocol.ts';

/**
 * The entry file of the database thread (dist/server/pglite-worker.js in a build).
 * Started as a process instead, with a directory as argument, it creates an empty database there and ends:
 * creating one needs some 800 MB for a moment, which a long-lived process would never give back.
 */
if (isMainThread) await createDatabase(process.argv[2]);
else await serve((workerData as WorkerInput).directory);

async function createDatabase(directory: string | undefined): Promise<void> {
  if (directory === undefined) throw new Error('usage: pglite-worker <empty directory>');
  const pglite = await openDurablePglite(directory, new SyncCounter());
  await pglite.exec('checkpoint');
  await pglite.close();
}

async function serve(directory: string): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the database thread has no parent');
  const reply = (message: WorkerReply): void => port.postMessage(message);
  const counter = new SyncCounter();
  let pglite: PGlite;
  try {
    pglite = await openDurablePglite(directory, counter);
  } catch (error) {
    reply({ kind: 'refused', code: error instanceof StoreError ? error.code : 'STORE_FAILED', message: messageOf(error) });
    port.close();
    return;
  }
  port.on('message', async (request: WorkerRequest) => {
    try {
      const result = request.kind === 'close' ? await close(pglite) : await pglite.query(request.sql, [...request.parameters]);
      reply({ kind: 'done', id: request.id, rows: result.rows as Record<string, unknown>[], affectedRows: result.affectedRows ?? 0 });
      if (request.kind === 'close') port.close();
    } catch (error) {
      const lost = counter.failure !== null || isCrash(error);
      reply(lost ? { kind: 'lost', message: messageOf(counter.failure ?? error) } : failed(request.id, error));
      if (lost) port.close();
    }
  });
  reply({ kind: 'done', id: startId, rows: [], affectedRows: 0 });
}

async function close(pglite: PGlite): Promise<{ rows: unknown[]; affectedRows?: number }> {
  await pglite.exec('checkpoint');
  await pglite.close();
  return { rows: [] };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A PANIC or a broken WebAssembly instance, as opposed to a refused statement. */
const isCrash = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error as { name?: string }).name === 'ExitStatus' ||
  (error as { severity?: string }).severity === 'PANIC';

function failed(id: number, error: unknown): WorkerReply {
  const { code, detail, constraint, table } = error as DatabaseErrorFields;
  return { kind: 'failed', id, message: messageOf(error), fields: { code, detail, constraint, table } };
}
