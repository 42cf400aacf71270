import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { root } from '../../../scripts/kit/prepare.mjs';
import type { DemoAccount } from '../../../server/demo/demo-people.ts';
import { HttpClient } from './http-client.ts';
import { serverBundle } from './server-bundle.ts';

const startTimeoutMs = 90_000;
/** A server may stand by for as long as a test takes. */
const standbyTimeoutMs = 400_000;

/** The line that `serve.ts` prints once it listens. */
interface Ready {
  readonly ready: true;
  readonly url: string;
  readonly port: number;
  readonly accounts: readonly DemoAccount[];
  readonly setUpToken: string | null;
}

/** Money from outside for an account, which happens once per reference. */
export interface DepositRequest {
  readonly apiId: number;
  readonly asset: string;
  readonly amount: string;
  readonly reference: string;
}

/** A line that the server is sent, and that it answers under its reference. */
export type ServerWish = DepositRequest | { readonly aheadMs: number; readonly reference: string };

export interface ServerProcessOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Comma-separated folders; default all plugins. */
  readonly plugins?: string;
  readonly logLevel?: string;
  /** Folder of recorded data, played as exchanges of their own. */
  readonly replay?: string;
  /** PostgreSQL in place of the embedded database. */
  readonly databaseUrl?: string;
  /** By a {@link CalmClock}, as is enough for whoever looks at a page. */
  readonly calm?: boolean;
  /** False: a bare start, as without `--demo`. */
  readonly demo?: boolean;
  /** It will stand by for a while before it is ready. */
  readonly standsBy?: boolean;
  /** More settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Asks it to end as {@link ServerProcess.stop} does, ready or not. */
  readonly stop?: AbortSignal;
}

/** The real server with the demo's people, as a process of its own, which can be killed. */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ready: Ready;
  readonly #ended: Promise<number | null>;
  readonly #words: () => string;
  /** Wishes that wait for their answer, by reference. */
  readonly #wishes = new Map<string, (ok: boolean | null) => void>();

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, Readable>,
    ready: Ready,
    ended: Promise<number | null>,
    words: () => string,
  ) {
    this.#words = words;
    this.#child = child;
    this.#ready = ready;
    this.#ended = ended;
    // What is written to a process that has been killed reaches nobody; each write hears of it by itself.
    child.stdin.on('error', () => undefined);
    void ended.then(() => this.#giveUp());
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"done":')) return;
      const { done, ok } = JSON.parse(line) as { readonly done: string; readonly ok: boolean };
      this.#wishes.get(done)?.(ok);
      this.#wishes.delete(done);
    });
  }

  /** Rejects with its last words when it ends, or is silent for too long, before it is ready. */
  static async start(dataFolder: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const { port = 0, demo = true, plugins, logLevel, replay, databaseUrl, calm, environment, stop } = options;
    const timeoutMs = options.standsBy === true ? standbyTimeoutMs : startTimeoutMs;
    // Such a server lives for seconds: its database is not worth compiling twice.
    const child = spawn(process.execPath, ['--liftoff-only', await serverBundle(), ...(demo ? ['--demo'] : [])], {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        TESSERA_HOST: '127.0.0.1',
        TESSERA_PORT: String(port),
        TESSERA_DATA: dataFolder,
        ...(plugins === undefined ? {} : { TESSERA_KIT_PLUGINS: plugins }),
        ...(logLevel === undefined ? {} : { TESSERA_LOG_LEVEL: logLevel }),
        ...(replay === undefined ? {} : { TESSERA_REPLAY: replay }),
        ...(calm === true ? { TESSERA_KIT_CALM: 'true' } : {}),
        ...(databaseUrl === undefined ? {} : { TESSERA_DATABASE_URL: databaseUrl }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    stop?.addEventListener('abort', () => child.kill('SIGTERM'));
    let lastWords = '';
    child.stderr.on('data', (data: Buffer) => {
      lastWords = (lastWords + data.toString()).slice(-20_000);
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const failed = (what: string) => Promise.reject(new Error(`the server ${what} before it was ready:\n${lastWords}`));
    const timeout = new AbortController();
    try {
      const ready = await Promise.race([
        readyLine(child.stdout),
        ended.then((code) => failed(`ended with code ${code}`)),
        elapsed(timeoutMs, timeout.signal).then(() => failed(`was silent for ${timeoutMs} ms`)),
      ]);
      return new ServerProcess(child, ready, ended, () => lastWords);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      timeout.abort();
    }
  }

  /** Its exit code once it has ended by itself or by a signal, null then. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  /** The end of its log, and what it said to the operator. */
  get lastWords(): string {
    return this.#words();
  }

  get url(): string {
    return this.#ready.url;
  }

  get port(): number {
    return this.#ready.port;
  }

  /** What the terminal prints at a first start. */
  get setUpToken(): string | null {
    return this.#ready.setUpToken;
  }

  /** The demo's people with their passwords. */
  get accounts(): readonly DemoAccount[] {
    return this.#ready.accounts;
  }

  /** What one of the demo's people signs in with. */
  account(username: string): DemoAccount {
    const account = this.accounts.find((one) => one.username === username);
    if (account === undefined) throw new Error(`the demo has no ${username}`);
    return account;
  }

  async signIn(username: string): Promise<HttpClient> {
    const client = new HttpClient(this.url);
    await client.signIn(username, this.account(username).password);
    return client;
  }

  /** True once the deposit is acknowledged; false when it was refused, null when the server ended before it answered. */
  deposit(request: DepositRequest): Promise<boolean | null> {
    return this.#wish(request);
  }

  /** So much time passes at once, by the server's clock; its timers go on as they are. */
  async ahead(aheadMs: number): Promise<void> {
    await this.#wish({ aheadMs, reference: randomUUID() });
  }

  #wish(wish: ServerWish): Promise<boolean | null> {
    return new Promise((resolve) => {
      this.#wishes.set(wish.reference, resolve);
      this.#child.stdin.write(`${JSON.stringify(wish)}\n`, (error) => {
        if (error) resolve(null);
      });
    });
  }

  #giveUp(): void {
    for (const resolve of this.#wishes.values()) resolve(null);
    this.#wishes.clear();
  }

  /** Asks it to end; gives the exit code, null when the signal ended it. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  /** Takes its processor away, as a machine that stalls, until {@link resume}. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** No chance to save anything. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }
}

function readyLine(output: Readable): Promise<Ready> {
  return new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as Ready);
    });
  });
}

/** Never settles once it is aborted. */
function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
