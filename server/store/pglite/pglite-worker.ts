import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { StoreError } from '../store-error.ts';
import { openDurablePglite, SyncCounter } from './durable-pglite.ts';
import { AnswerLine, lost, messageOf } from './worker-answer.ts';
import { type DatabaseInput, type DatabaseReply, type DatabaseRequest, startId } from './worker-protocol.ts';

/**
 * The entry file of the database thread (dist/server/pglite-worker.js in a build).
 * Started as a process instead, with a directory as argument, it creates an empty database there and ends:
 * creating one needs some 800 MB for a moment, which a long-lived process would never give back.
 */
if (isMainThread) await createDatabase(process.argv[2]);
else await serve((workerData as DatabaseInput).directory);

async function createDatabase(directory: string | undefined): Promise<void> {
  if (directory === undefined) throw new Error('usage: pglite-worker <empty directory>');
  const counter = new SyncCounter();
  const pglite = await openDurablePglite(directory, counter);
  await pglite.exec('checkpoint');
  await pglite.close();
  if (counter.failure !== null) throw counter.failure;
}

async function serve(directory: string): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the database thread has no parent');
  const reply = (message: DatabaseReply): void => port.postMessage(message);
  const counter = new SyncCounter((error) => reply(lost('disk', error)));
  let pglite: PGlite;
  try {
    pglite = await openDurablePglite(directory, counter);
  } catch (error) {
    reply({ kind: 'refused', code: error instanceof StoreError ? error.code : 'STORE_FAILED', message: messageOf(error) });
    port.close();
    return;
  }
  const line = new AnswerLine(pglite, counter, (message) => {
    reply(message);
    if (message.kind === 'lost') port.close();
  });
  port.on('message', async (request: DatabaseRequest) => {
    await line.take(request);
    if (request.kind === 'close') port.close();
  });
  reply({ kind: 'done', id: startId, rows: [], affectedRows: 0 });
}
