import type { PGlite } from '@electric-sql/pglite';
import type { SyncCounter } from './durable-pglite.ts';
import type { DatabaseErrorFields, DatabaseReply, DatabaseRequest } from './worker-protocol.ts';

/** Answers requests one after the other, and none once the database is lost: a broken instance may never come back from a statement. */
export class AnswerLine {
  readonly #pglite: PGlite;
  readonly #counter: SyncCounter;
  readonly #reply: (message: DatabaseReply) => void;
  #last: Promise<unknown> = Promise.resolve();
  #isLost = false;

  constructor(pglite: PGlite, counter: SyncCounter, reply: (message: DatabaseReply) => void) {
    this.#pglite = pglite;
    this.#counter = counter;
    this.#reply = reply;
  }

  /** Resolves once it is answered, or never will be. */
  take(request: DatabaseRequest): Promise<unknown> {
    this.#last = this.#last.then(async () => {
      if (this.#isLost) return;
      const message = await answer(this.#pglite, this.#counter, request);
      this.#isLost = message.kind === 'lost';
      this.#reply(message);
    });
    return this.#last;
  }
}

/**
 * Carries out one request. PGlite reports a commit as done even when the sync beneath it failed, so every answer looks at the
 * counter first: after a failed sync nothing is acknowledged any more.
 */
export async function answer(pglite: PGlite, counter: SyncCounter, request: DatabaseRequest): Promise<DatabaseReply> {
  try {
    const result = request.kind === 'close' ? await close(pglite) : await pglite.query(request.sql, [...request.parameters]);
    if (counter.failure !== null) return lost('disk', counter.failure);
    return { kind: 'done', id: request.id, rows: result.rows as Record<string, unknown>[], affectedRows: result.affectedRows ?? 0 };
  } catch (error) {
    if (counter.failure !== null) return lost('disk', counter.failure);
    if ((error as DatabaseErrorFields).code === ioError) return lost('disk', error);
    return isCrash(error) ? lost('crash', error) : failed(request.id, error);
  }
}

async function close(pglite: PGlite): Promise<{ rows: unknown[]; affectedRows?: number }> {
  await pglite.exec('checkpoint');
  await pglite.close();
  return { rows: [] };
}

/** Errors of PGlite's file system are none of the language's: they have a name and a number of the C library. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { name, errno } = (error ?? {}) as { readonly name?: unknown; readonly errno?: unknown };
  return errno === undefined ? String(error) : `${String(name)} ${String(errno)}`;
}

/** A PANIC or a broken WebAssembly instance, as opposed to a refused statement. */
const isCrash = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error as { name?: string }).name === 'ExitStatus' ||
  (error as { severity?: string }).severity === 'PANIC';

/** PostgreSQL's class for a read or write that the disk refused, for another reason than a lack of room. */
const ioError = '58030';

export const lost = (by: 'crash' | 'disk', error: unknown): DatabaseReply => ({ kind: 'lost', by, message: messageOf(error) });

function failed(id: number, error: unknown): DatabaseReply {
  const { code, detail, constraint, table } = error as DatabaseErrorFields;
  return { kind: 'failed', id, message: messageOf(error), fields: { code, detail, constraint, table } };
}
