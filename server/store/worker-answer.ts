import type { PGlite } from '@electric-sql/pglite';
import type { SyncCounter } from './durable-pglite.ts';
import type { DatabaseErrorFields, WorkerReply, WorkerRequest } from './worker-protocol.ts';

/**
 * Carries out one request. PGlite reports a commit as done even when the sync beneath it failed, so every answer looks at the
 * counter first: after a failed sync nothing is acknowledged any more.
 */
export async function answer(pglite: PGlite, counter: SyncCounter, request: WorkerRequest): Promise<WorkerReply> {
  try {
    const result = request.kind === 'close' ? await close(pglite) : await pglite.query(request.sql, [...request.parameters]);
    if (counter.failure !== null) return lost('sync', counter.failure);
    return { kind: 'done', id: request.id, rows: result.rows as Record<string, unknown>[], affectedRows: result.affectedRows ?? 0 };
  } catch (error) {
    if (counter.failure !== null) return lost('sync', counter.failure);
    return isCrash(error) ? lost('crash', error) : failed(request.id, error);
  }
}

async function close(pglite: PGlite): Promise<{ rows: unknown[]; affectedRows?: number }> {
  await pglite.exec('checkpoint');
  await pglite.close();
  return { rows: [] };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A PANIC or a broken WebAssembly instance, as opposed to a refused statement. */
const isCrash = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error as { name?: string }).name === 'ExitStatus' ||
  (error as { severity?: string }).severity === 'PANIC';

const lost = (by: 'crash' | 'sync', error: unknown): WorkerReply => ({ kind: 'lost', by, message: messageOf(error) });

function failed(id: number, error: unknown): WorkerReply {
  const { code, detail, constraint, table } = error as DatabaseErrorFields;
  return { kind: 'failed', id, message: messageOf(error), fields: { code, detail, constraint, table } };
}
