import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { Bus } from '../bus/bus.ts';

/** News of another server may be lost: what it has changed holds here after so long at the latest. */
const readEveryMs = 30_000;

interface PlatformNewsParts {
  readonly bus: Pick<Bus, 'listen' | 'publish'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly logger: Logger;
}

/** Keeps what one of the settings of the platform is at hand in every process of the house. */
export class PlatformNews {
  readonly #parts: PlatformNewsParts;
  readonly #name: string;
  readonly #read: () => Promise<void>;
  /** What was read earlier must never take the place of what was read later. */
  readonly #turns = new Turns();

  /** `name`: as the log says what could not be read. */
  constructor(parts: PlatformNewsParts, name: string, read: () => Promise<void>) {
    this.#parts = parts;
    this.#name = name;
    this.#read = read;
  }

  /** Reads now, with each news of the platform, and every half minute. Rejects when the first reading fails. */
  async follow(started: Disposer[]): Promise<void> {
    const { bus, clock, logger } = this.#parts;
    await this.read();
    const again = (): Promise<void> =>
      this.read().catch((error: unknown) => logger.warn({ err: error }, `${this.#name} could not be read again`));
    started.push(clock.every(readEveryMs, again));
    started.push(bus.listen({ message: ({ kind }) => (kind === 'platform' ? this.read() : undefined), gap: () => void again() }));
  }

  read(): Promise<void> {
    return this.#turns.take(this.#read);
  }

  /** It is another one by now: here and on every other server. */
  async changed(): Promise<void> {
    await this.read();
    this.#parts.bus.publish({ kind: 'platform' });
  }
}
