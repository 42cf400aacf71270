import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What `tests/kit/serve.ts` prints once it listens. */
export interface ReadyLine {
  readonly url: string;
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

const startTimeoutMs = 90_000;

/** The real server in a process of its own, so that it can be killed. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private readonly errors: string[] = [];
  private readonly exited: Promise<number | null>;
  ready: ReadyLine | null = null;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.exited = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.errors.push(chunk.toString());
      if (this.errors.length > 200) this.errors.shift();
    });
  }

  /** Starts on a data folder and waits until the server is ready; throws with its last words when it is not. */
  static async start(
    dataDir: string,
    options: { readonly demo: boolean; readonly port?: number; readonly plugins?: string },
  ): Promise<ServerProcess> {
    const named = options.plugins === undefined ? {} : { TESSERA_KIT_PLUGINS: options.plugins };
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/kit/serve.ts', ...(options.demo ? ['--demo'] : [])], {
      env: { ...process.env, TESSERA_DATA: dataDir, TESSERA_PORT: String(options.port ?? 0), TESSERA_HOST: '127.0.0.1', ...named },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child);
    server.ready = await server.waitForReady();
    return server;
  }

  get url(): string {
    return this.ready?.url ?? '';
  }

  private async waitForReady(): Promise<ReadyLine> {
    const lines = createInterface({ input: this.child.stdout ?? process.stdin });
    const ready = new Promise<ReadyLine>((resolve) => {
      lines.on('line', (line) => {
        if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as ReadyLine);
      });
    });
    const ended = this.exited.then((code) => {
      throw new Error(`the server ended with code ${code} before it was ready:\n${this.errors.join('')}`);
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the server was not ready after ${startTimeoutMs} ms:\n${this.errors.join('')}`)),
        startTimeoutMs,
      );
    });
    try {
      return await Promise.race([ready, ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** SIGKILL: no chance to save anything. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** SIGTERM; gives the exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}
