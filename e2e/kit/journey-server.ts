import { rmSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import type { DemoAccount } from '../../server/demo/demo-people.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { type DepositRequest, ServerProcess, type ServerProcessOptions } from '../../tests/kit/servers/server-process.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The real server with simulated exchanges and demo people, on a bare data folder that goes with it. */
export class JourneyServer {
  /** Sessions opened through the login page; later windows of the same person go on with them. */
  readonly sessions = new Map<string, Session>();
  readonly #folder: string;
  readonly #calm: boolean;
  #process: ServerProcess;

  private constructor(folder: string, calm: boolean, process: ServerProcess) {
    this.#folder = folder;
    this.#calm = calm;
    this.#process = process;
  }

  /**
   * `replay`: a folder of recorded data to play as exchanges of their own; `plugins`: folders in place of all; books are quoted and changes told five
   * times in two seconds, which takes more than half from what an open dashboard costs; `calm: false` for journeys that watch every frame.
   */
  static async start(
    more: Pick<ServerProcessOptions, 'replay' | 'plugins' | 'calm' | 'demo' | 'environment'> = {},
  ): Promise<JourneyServer> {
    const folder = await freshDataDir();
    const calm = more.calm !== false;
    return new JourneyServer(folder, calm, await ServerProcess.start(folder, { ...more, calm }));
  }

  get url(): string {
    return this.#process.url;
  }

  /** What the terminal prints at a first start. */
  get setUpToken(): string | null {
    return this.#process.setUpToken;
  }

  /** What one of the demo's people signs in with. */
  account(username: string): DemoAccount {
    return this.#process.account(username);
  }

  /** Money from outside for an account. */
  deposit(request: DepositRequest): Promise<boolean | null> {
    return this.#process.deposit(request);
  }

  /** So much time passes at once, by the server's clock. */
  ahead(aheadMs: number): Promise<void> {
    return this.#process.ahead(aheadMs);
  }

  /** As a power cut would: nothing can be saved. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Starts again on the same folder and port. */
  async restart(): Promise<void> {
    this.#process = await ServerProcess.start(this.#folder, { calm: this.#calm, port: this.#process.port });
  }

  async close(): Promise<void> {
    await this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
