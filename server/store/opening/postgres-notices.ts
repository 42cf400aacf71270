import pg from 'pg';

interface NoticeParts {
  readonly databaseUrl: string;
  /** A name of lower-case letters and underscores. */
  readonly channel: string;
  readonly after: (ms: number, task: () => void) => () => unknown;
  readonly onText: (text: string) => void;
  /** Connected, and again after a break: what was said before has not been heard. */
  readonly onOpen: () => void;
  readonly onBroken: (error: unknown) => void;
}

const againAfterMs = 1_000;

/** Texts of up to 8,000 bytes from each process of a database to all that listen, by LISTEN and NOTIFY on a connection of its own. */
export class PostgresNotices {
  readonly #parts: NoticeParts;
  #client: pg.Client | null = null;
  #isClosed = false;
  #stopWaiting: () => unknown = () => undefined;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
    void this.#open();
  }

  /** Lost while there is no connection. */
  send(text: string): void {
    this.#client?.query('select pg_notify($1, $2)', [this.#parts.channel, text]).catch(this.#parts.onBroken);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWaiting();
    await this.#client?.end();
  }

  async #open(): Promise<void> {
    const { databaseUrl, channel, onText, onOpen, onBroken } = this.#parts;
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      application_name: 'tessera bus',
      keepAlive: true,
    });
    let isBroken = false;
    const broken = (error: unknown): void => {
      if (isBroken || this.#isClosed) return;
      isBroken = true;
      this.#client = null;
      onBroken(error);
      client.end().catch(() => undefined);
      this.#stopWaiting = this.#parts.after(againAfterMs, () => void this.#open());
    };
    client.on('error', broken);
    client.on('end', () => broken(new Error('the connection ended')));
    client.on('notification', ({ payload }) => onText(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      broken(error);
      return;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    onOpen();
  }
}
