import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));

/** The product as a reader of the README starts it, `npm start [-- --demo]`; to be used only where it is built (`isPrepared`). */
export class Product {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<number | null>;
  /** What it printed on standard output: words for a person, and the log as JSON lines. */
  readonly lines: string[] = [];
  #errors = '';

  private constructor(environment: Readonly<Record<string, string>>, args: readonly string[]) {
    this.#child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, TESSERA_PORT: '0', NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('close', (code) => resolve(code)));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.lines.push(line));
    this.#child.stderr.on('data', (data: Buffer) => {
      this.#errors += data;
    });
  }

  static start(environment: Readonly<Record<string, string>>, args: readonly string[] = []): Product {
    return new Product(environment, args);
  }

  /** The address that it prints once it listens. Rejects with its last words when it ends before. */
  async url(): Promise<string> {
    for (;;) {
      const address = /^Tessera \S+ .*\bat (https?:\/\/[^/\s]+)/m.exec(this.words.join('\n'))?.[1];
      if (address !== undefined) return address;
      const ended = await Promise.race([this.#ended, new Promise<'running'>((resolve) => setTimeout(resolve, 100, 'running'))]);
      if (ended !== 'running') throw new Error(`ended with code ${ended}:\n${this.lines.join('\n')}\n${this.#errors}`);
    }
  }

  /** Lines for the person at the terminal. */
  get words(): readonly string[] {
    return this.lines.filter((line) => !line.startsWith('{'));
  }

  get log(): readonly string[] {
    return this.lines.filter((line) => line.startsWith('{'));
  }

  /** Exit code, null when the signal ended it. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }
}
