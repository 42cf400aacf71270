import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';
import { type DatabaseErrorFields, startId, type WorkerInput, type WorkerReply, type WorkerRequest } from './worker-protocol.ts';

export interface QueryRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly affectedRows: number;
}

interface Waiting {
  readonly resolve: (rows: QueryRows) => void;
  readonly reject: (error: Error) => void;
}

/** The store's end of the database thread. One session: who runs statements in a transaction must keep others out. */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #nextId = startId + 1;
  #loss: StoreError | null = null;
  #closing: Promise<void> | null = null;
  onLost: (error: StoreError) => void = () => undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => this.#receive(reply));
    worker.on('error', (error) => this.#lose('STORE_FAILED', `the database thread failed: ${error.message}`, error));
    this.#exited = new Promise((resolve) => {
      worker.once('exit', (exitCode) => {
        this.#lose('STORE_FAILED', `the database thread ended (${exitCode})`);
        resolve();
      });
    });
  }

  /** Starts the thread on a directory that holds a database. */
  static async start(directory: string): Promise<PgliteClient> {
    const workerData: WorkerInput = { directory };
    const client = new PgliteClient(startThread('pglite-worker', { workerData }));
    await new Promise<QueryRows>((resolve, reject) => client.#waiting.set(startId, { resolve, reject }));
    return client;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<QueryRows> {
    if (this.#closing !== null) return Promise.reject(new StoreError('STORE_FAILED', 'the store is closed'));
    return this.#send('query', sql, parameters);
  }

  /** Writes a checkpoint, so that the next start is quick, and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      if (this.#loss === null) await this.#send('close', '', []);
      await this.#exited;
    })();
    return this.#closing;
  }

  #send(kind: WorkerRequest['kind'], sql: string, parameters: readonly unknown[]): Promise<QueryRows> {
    return new Promise((resolve, reject) => {
      if (this.#loss !== null) return reject(this.#loss);
      const request: WorkerRequest = { id: this.#nextId++, kind, sql, parameters };
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'lost') this.#lose('STORE_FAILED', reply.message);
    else if (reply.kind === 'refused') this.#lose(reply.code, reply.message);
    else {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.kind === 'done') waiting?.resolve(reply);
      else waiting?.reject(databaseError(reply.message, reply.fields));
    }
  }

  #lose(code: StoreErrorCode, message: string, cause?: Error): void {
    if (this.#loss !== null) return;
    this.#loss = new StoreError(code, message, { cause });
    for (const waiting of this.#waiting.values()) waiting.reject(this.#loss);
    this.#waiting.clear();
    // A thread that lost its database must not linger: closing waits for its end.
    void this.#worker.terminate();
    if (this.#closing === null) this.onLost(this.#loss);
  }
}

/** Looks like the errors of `pg`, so that callers read `code` and `constraint` the same way on both engines. */
const databaseError = (message: string, fields: DatabaseErrorFields): Error => Object.assign(new Error(message), fields);
