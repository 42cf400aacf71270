import type { Outcome } from '../../../core/contract/app-error.ts';
import type { MarketData } from '../../../core/contract/market.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import { SpareThread } from '../worker/spare-thread.ts';
import { StrategyThread, type ThreadLimits } from '../worker/strategy-thread.ts';
import type { StrategyOrigin } from '../worker/worker-protocol.ts';
import { type StrategySchemas, tryOrigin } from './try-origin.ts';

export interface StrategyThreadsParts {
  /** Where a plugin's strategies come from. */
  readonly origin: (pluginId: string) => StrategyOrigin;
  readonly markets: Pick<MarketData, 'instruments'>;
  readonly threadLimits: ThreadLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One thread for every plugin whose strategies run, made when it is first asked for. */
export class StrategyThreads {
  readonly #parts: StrategyThreadsParts;
  readonly #threads = new Map<string, StrategyThread>();
  readonly #spare: SpareThread;
  /** Tried, and not in effect yet. */
  readonly #candidates = new Map<string, StrategyThread>();

  constructor(parts: StrategyThreadsParts) {
    this.#parts = parts;
    this.#spare = new SpareThread(parts.threadLimits.heapMb, parts.clock);
  }

  /** Makes ready for the first instance of a plugin. */
  warmUp(): void {
    this.#spare.fill();
  }

  of(pluginId: string): StrategyThread {
    const known = this.#threads.get(pluginId);
    if (known !== undefined) return known;
    const thread = this.#open(pluginId, this.#parts.origin);
    this.#threads.set(pluginId, thread);
    return thread;
  }

  /**
   * Whether a plugin's strategies come up from this origin, and `running` could go on with them; nothing changes. `adopt` puts
   * them into effect, once the origin is the plugin's.
   */
  async try(pluginId: string, origin: StrategyOrigin, running: readonly InstanceRecord[]): Promise<Outcome<StrategySchemas>> {
    await this.#dismiss(pluginId);
    const fresh = this.#open(pluginId, () => origin);
    const tried = await tryOrigin({ isForeign: origin.code !== null, fresh, former: this.#threads.get(pluginId) ?? null, running });
    if (tried.ok && this.#threads.has(pluginId)) this.#candidates.set(pluginId, fresh);
    else await fresh.close();
    return tried;
  }

  /** The plugin's instances go on, from their state, in the thread that was tried last. */
  async adopt(pluginId: string): Promise<void> {
    const candidate = this.#candidates.get(pluginId);
    if (candidate === undefined) return;
    await this.#threads.get(pluginId)?.takeOver(candidate);
    await this.#dismiss(pluginId);
  }

  async close(): Promise<void> {
    const threads = [...this.#threads.values(), ...this.#candidates.values(), this.#spare];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  async #dismiss(pluginId: string): Promise<void> {
    const candidate = this.#candidates.get(pluginId);
    this.#candidates.delete(pluginId);
    await candidate?.close();
  }

  #open(pluginId: string, origin: StrategyThreadsParts['origin']): StrategyThread {
    const { markets, threadLimits, clock, logger } = this.#parts;
    return new StrategyThread({
      pluginId,
      // A market that opens later is known to the next thread.
      input: () => ({
        pluginId,
        ...origin(pluginId),
        instruments: Object.fromEntries(markets.instruments().map((instrument) => [instrument.id, instrument])),
      }),
      spawn: (input, underWay) => this.#spare.take(input, underWay),
      limits: threadLimits,
      clock,
      logger,
    });
  }
}
