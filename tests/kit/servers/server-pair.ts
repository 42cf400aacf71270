import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { freshDataDir } from './data-folder.ts';
import { ServerProcess } from './server-process.ts';

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** What a server answers of its health; null while it does not. */
export async function standing(
  url: string,
): Promise<{ readonly status?: string; readonly at?: string; readonly healthy?: boolean } | null> {
  try {
    return (await (await fetch(`${url}/healthz`)).json()) as object;
  } catch {
    return null;
  }
}

/** Real servers on one PostgreSQL, each with a folder of its own. */
export class ServerPair {
  readonly databaseUrl: string;
  readonly #plugins: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folders: string[] = [];
  readonly #servers: ServerProcess[] = [];
  /** Ends those that wait for their turn to trade. */
  readonly #ended = new AbortController();
  readonly #starting = new Set<Promise<ServerProcess>>();

  constructor(databaseUrl: string, environment: Readonly<Record<string, string>> = {}, plugins = 'venue-house,strategy-kit') {
    this.#plugins = plugins;
    this.databaseUrl = databaseUrl;
    this.#environment = environment;
  }

  /** Resolves when the server trades, which may be long after it serves; `stop` ends it before. */
  start(port: number, stop?: AbortSignal): Promise<ServerProcess> {
    return this.#begin(port, false, stop);
  }

  #begin(port: number, standsBy: boolean, stop: AbortSignal | undefined): Promise<ServerProcess> {
    const ends = stop === undefined ? this.#ended.signal : AbortSignal.any([stop, this.#ended.signal]);
    const starting = this.#start(port, standsBy, ends).finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
    return starting;
  }

  async #start(port: number, standsBy: boolean, stop: AbortSignal): Promise<ServerProcess> {
    const folder = await freshDataDir();
    this.#folders.push(folder);
    const server = await ServerProcess.start(folder, {
      port,
      plugins: this.#plugins,
      databaseUrl: this.databaseUrl,
      standsBy,
      environment: {
        TESSERA_JOURNAL: 'postgres',
        TESSERA_MASTER_KEY: '5'.repeat(64),
        // By default it is `localhost`, which leads to the same.
        TESSERA_ADDRESS: `http://127.0.0.1:${port}`,
        ...this.#environment,
      },
      stop,
    });
    this.#servers.push(server);
    return server;
  }

  /** Resolves when it serves as a standby; `trading` when it trades. */
  async standBy(port: number, stop?: AbortSignal): Promise<{ readonly url: string; readonly trading: Promise<ServerProcess> }> {
    const url = `http://127.0.0.1:${port}`;
    const trading = this.#begin(port, true, stop);
    const failed = trading.then(
      () => true,
      () => true,
    );
    while ((await standing(url))?.status !== 'standby') {
      if (await Promise.race([failed, new Promise<false>((resolve) => setTimeout(() => resolve(false), 100))])) await trading;
    }
    return { url, trading };
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled(this.#starting);
    for (const server of this.#servers) await server.kill();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
