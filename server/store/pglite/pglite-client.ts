import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/start-thread.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';
import { type DatabaseErrorFields, type DatabaseInput, type DatabaseReply, type DatabaseRequest, startId } from './worker-protocol.ts';

interface QueryRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly affectedRows: number;
}

interface PgliteClientOptions {
  /** The database is lost for good. */
  readonly onLost?: ((error: StoreError) => void) | undefined;
  /** False while the disk is full: then a database that cannot start is no reason to give it up. */
  readonly hasRoom?: (() => boolean) | undefined;
  /** Starts the thread's worker; tests watch over theirs. */
  readonly startWorker?: typeof startThread;
  readonly logger?: { info(fields: object, message: string): void; warn(fields: object, message: string): void } | undefined;
}

interface Waiting {
  readonly resolve: (rows: QueryRows) => void;
  readonly reject: (error: Error) => void;
}

const firstRestartMs = 500;
const slowestRestartMs = 5_000;
/** Starts in a row that may fail though the disk has room. */
const mostFailedStarts = 5;

/** The store's end of the database thread. One session: who runs statements in a transaction must keep others out. */
export class PgliteClient {
  readonly #directory: string;
  readonly #options: PgliteClientOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker!: Worker;
  #exited: Promise<void> = Promise.resolve();
  #nextId = startId + 1;
  #session = 0;
  /** Why nothing is taken now: for good, or until the thread is there again. */
  #absence: StoreError | null = null;
  #isRestarting = false;
  #isLost = false;
  #stopWaiting: () => void = () => undefined;
  #closing: Promise<void> | null = null;

  private constructor(directory: string, options: PgliteClientOptions) {
    this.#directory = directory;
    this.#options = options;
  }

  /** Starts the thread on a directory that holds a database. */
  static async start(directory: string, options: PgliteClientOptions = {}): Promise<PgliteClient> {
    const client = new PgliteClient(directory, options);
    await client.#startThread();
    return client;
  }

  /** Number of the running session: another one after each restart. */
  get session(): number {
    return this.#session;
  }

  /** In the session that runs, or in the given one: refused when that has ended. */
  query(sql: string, parameters: readonly unknown[], session = this.#session): Promise<QueryRows> {
    if (this.#closing !== null) return Promise.reject(new StoreError('STORE_FAILED', 'the store is closed'));
    if (session !== this.#session) return Promise.reject(new StoreError('STORE_AWAY', 'the database was started again meanwhile'));
    return this.#send('query', sql, parameters);
  }

  /** Writes a checkpoint, so that the next start is quick, and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#stopWaiting();
    // Of a database that dies only now a start recovers what it acknowledged.
    if (this.#absence === null)
      await this.#send('close', '', []).catch((err: unknown) => this.#warn(err, 'the database did not close cleanly'));
    // One that is being started again would never be told to end.
    else void this.#worker.terminate();
    await this.#exited;
  }

  async #startThread(): Promise<void> {
    const workerData: DatabaseInput = { directory: this.#directory };
    const worker = (this.#options.startWorker ?? startThread)('pglite-worker', { workerData });
    this.#worker = worker;
    const lose = (message: string, cause?: Error): void => {
      if (worker === this.#worker) this.#crashed(message, cause);
    };
    worker.on('message', (reply: DatabaseReply) => this.#receive(reply));
    worker.on('error', (error) => lose(`the database thread failed: ${error.message}`, error));
    this.#exited = new Promise((resolve) => {
      worker.once('exit', (exitCode) => {
        lose(`the database thread ended (${exitCode})`);
        resolve();
      });
    });
    await new Promise<QueryRows>((resolve, reject) => this.#waiting.set(startId, { resolve, reject }));
  }

  #send(kind: DatabaseRequest['kind'], sql: string, parameters: readonly unknown[]): Promise<QueryRows> {
    return new Promise((resolve, reject) => {
      if (this.#absence !== null) return reject(this.#absence);
      const request: DatabaseRequest = { id: this.#nextId++, kind, sql, parameters };
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #receive(reply: DatabaseReply): void {
    if (reply.kind === 'lost' && reply.by === 'crash') this.#crashed(reply.message);
    else if (reply.kind === 'lost') this.#lose('STORE_DISK_FAILED', diskFailed(this.#directory, reply.message));
    else if (reply.kind === 'refused') this.#refused(reply.code, reply.message);
    else {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.kind === 'done') waiting?.resolve(reply);
      else waiting?.reject(databaseError(reply.message, reply.fields));
    }
  }

  /** A start that fails is its caller's to judge. */
  #refused(code: StoreErrorCode, message: string): void {
    const starting = this.#waiting.get(startId);
    this.#waiting.delete(startId);
    this.#absence ??= new StoreError(code, message);
    starting?.reject(new StoreError(code, message));
  }

  /** As after the crash of a whole server: another thread reads what is on the disk. Who waits hears that nobody knows. */
  #crashed(message: string, cause?: Error): void {
    const isStarting = this.#waiting.has(startId);
    if (this.#absence !== null && !isStarting) return;
    const error = new StoreError('STORE_AWAY', `the database died and is started again: ${message}`, { cause });
    this.#absence = error;
    this.#session += 1;
    this.#leave(isStarting ? new StoreError('STORE_FAILED', message, { cause }) : error);
    if (isStarting || this.#closing !== null || this.#isRestarting) return;
    this.#warn(error, 'the database died; it is started again');
    void this.#restart();
  }

  async #restart(): Promise<void> {
    this.#isRestarting = true;
    let failed = 0;
    for (let delayMs = firstRestartMs; this.#closing === null; delayMs = Math.min(delayMs * 2, slowestRestartMs)) {
      await this.#exited;
      await this.#pause(delayMs);
      if (this.#closing !== null) break;
      try {
        await this.#startThread();
        this.#absence = null;
        this.#options.logger?.info({ directory: this.#directory }, 'the database is there again');
        break;
      } catch (error) {
        failed = this.#options.hasRoom?.() === false ? 0 : failed + 1;
        this.#warn(error, 'the database cannot be started yet');
        if (failed < mostFailedStarts) continue;
        const reason = error instanceof Error ? error.message : String(error);
        this.#lose('STORE_FAILED', `the database died and cannot be started again: ${reason}`);
        break;
      }
    }
    this.#isRestarting = false;
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #lose(code: StoreErrorCode, message: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const error = new StoreError(code, message);
    this.#absence = error;
    this.#session += 1;
    this.#leave(error);
    if (this.#closing === null) this.#options.onLost?.(error);
  }

  /** A thread that lost its database must not linger: closing waits for its end. */
  #leave(error: StoreError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
    void this.#worker.terminate();
  }

  #warn(err: unknown, text: string): void {
    this.#options.logger?.warn({ err, directory: this.#directory }, text);
  }
}

const diskFailed = (directory: string, message: string): string =>
  `the disk failed under the database in ${directory}: ${message}. What was acknowledged is safe; look at the disk before the next start`;

/** Looks like the errors of `pg`, so that callers read `code` and `constraint` the same way on both engines. */
const databaseError = (message: string, fields: DatabaseErrorFields): Error => Object.assign(new Error(message), fields);
