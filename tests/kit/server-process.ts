import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DemoAccount } from '../../server/demo.ts';
import { HttpClient } from './http-client.ts';

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ready {
  readonly url: string;
  readonly port: number;
  readonly accounts: readonly DemoAccount[];
}

/** The kit's server as a process of its own, which can be killed. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly ready: Ready;
  readonly #ended: Promise<number | null>;

  private constructor(child: ChildProcess, ready: Ready, ended: Promise<number | null>) {
    this.child = child;
    this.ready = ready;
    this.#ended = ended;
  }

  /** Rejects with what it wrote when it ends before it is ready. */
  static async start(dataFolder: string, environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', script, '--demo'], {
      cwd: root,
      env: {
        ...process.env,
        TESSERA_PORT: '0',
        TESSERA_DATA: dataFolder,
        TESSERA_KIT_PLUGINS: 'venue-house',
        TESSERA_LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      errors = (errors + data.toString()).slice(-4_000);
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const lines = createInterface({ input: child.stdout });
    const ready = await Promise.race([
      new Promise<Ready>((resolve) => lines.once('line', (line) => resolve(JSON.parse(line) as Ready))),
      ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${errors}`))),
    ]);
    return new ServerProcess(child, ready, ended);
  }

  async signIn(username: string): Promise<HttpClient> {
    const client = new HttpClient(this.ready.url);
    await client.signIn(username, this.ready.accounts.find((one) => one.username === username)?.password ?? '');
    return client;
  }

  /** Gives the exit code; null when a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.#ended;
  }
}
