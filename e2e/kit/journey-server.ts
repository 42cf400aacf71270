import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { ServerProcess } from '../../scripts/chaos/server-process.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface DemoAccount {
  readonly username: string;
  readonly password: string;
}

/** The real server with simulated exchanges and demo people, on a bare data folder that goes with it. */
export class JourneyServer {
  /** Sessions opened through the login page; later windows of the same person go on with them. */
  readonly sessions = new Map<string, Session>();
  readonly #folder: string;
  #process: ServerProcess;

  private constructor(folder: string, process: ServerProcess) {
    this.#folder = folder;
    this.#process = process;
  }

  static async start(): Promise<JourneyServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-journey-'));
    return new JourneyServer(folder, await ServerProcess.start(folder, { demo: true }));
  }

  get url(): string {
    return this.#process.url;
  }

  /** What one of the demo's people signs in with. */
  account(username: string): DemoAccount {
    const account = this.#process.ready?.accounts.find((one) => one.username === username);
    if (account === undefined) throw new Error(`the demo has no ${username}`);
    return account;
  }

  /** As a power cut would: nothing can be saved. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Starts again on the same folder and port. */
  async restart(): Promise<void> {
    this.#process = await ServerProcess.start(this.#folder, { demo: true, port: Number(new URL(this.url).port) });
  }

  async close(): Promise<void> {
    await this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
