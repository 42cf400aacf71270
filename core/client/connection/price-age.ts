import { makeObservable, observableRef, runInAction } from 'mobx';
import type { ShownHealth } from '../../domain/markets/venue-health.ts';
import type { Timers } from '../timers.ts';
import type { StreamClient } from './stream-client.ts';

/** A line that said nothing for this long is silent: one that is well says something every second. Seen within two seconds. */
export const silentAfterMs = 1_800;
export const lookEveryMs = 200;
/** A look that comes this late was held up by the page itself: what the line said meanwhile still waits to be read. */
const heldUpMs = 1_000;

interface PriceSources {
  readonly stream: Pick<StreamClient, 'state' | 'heardMs'>;
  readonly markets: { health(exchange: string): ShownHealth; heardMs(exchange: string): number | null };
  readonly timers: Timers;
}

/**
 * Whether prices on the screen still hold. They grow old while the line to the server is silent, and while their exchange is not
 * well; a quiet market on a line that is well is no reason.
 */
export class PriceAge {
  readonly #sources: PriceSources;
  #lookedMs: number;
  /** Since when nothing was heard, by the steady clock; null while the line is well, and before the first word. */
  private silentSinceMs: number | null = null;
  private isOffline = false;
  /** Read by those alone who show an age. */
  private nowMs: number;

  constructor(sources: PriceSources) {
    this.#sources = sources;
    this.nowMs = sources.timers.steadyMs();
    this.#lookedMs = this.nowMs;
    makeObservable<this, 'silentSinceMs' | 'isOffline' | 'nowMs'>(this, {
      silentSinceMs: observableRef,
      isOffline: observableRef,
      nowMs: observableRef,
    });
  }

  /** Observable: the line of prices stands, or was lost too lately to matter. */
  get connected(): boolean {
    return this.silentSinceMs === null || (!this.isOffline && this.#sources.stream.state === 'open');
  }

  /** Observable: the browser has a network. Orders go by calls of their own, which a lost line of prices does not stop. */
  get hasNetwork(): boolean {
    return !this.isOffline;
  }

  /** Observable: for how many whole seconds the prices of an exchange have not been known to hold; null while they are. */
  ofExchange(exchange: string): number | null {
    const { markets } = this.#sources;
    const health = markets.health(exchange);
    const sinceMs = this.silentSinceMs ?? (health === 'DOWN' || health === 'DEGRADED' ? markets.heardMs(exchange) : null);
    return sinceMs === null ? null : Math.max(0, Math.floor((this.nowMs - sinceMs) / 1_000));
  }

  /** Looks at the line until disposed. */
  start(): () => void {
    return this.#sources.timers.every(lookEveryMs, () => this.look());
  }

  /** The browser says whether there is a network at all. */
  setOffline(isOffline: boolean): void {
    runInAction(() => {
      this.isOffline = isOffline;
    });
    this.look();
  }

  /** Judges the line as it is now; told of what cannot wait for the next look. */
  look(): void {
    const { stream, timers } = this.#sources;
    const nowMs = timers.steadyMs();
    const { heardMs } = stream;
    const wasHeldUp = nowMs - this.#lookedMs >= heldUpMs;
    this.#lookedMs = nowMs;
    const isSilent = heardMs !== null && (this.isOffline || (nowMs - heardMs >= silentAfterMs && !wasHeldUp));
    runInAction(() => {
      this.silentSinceMs = isSilent ? heardMs : null;
      this.nowMs = nowMs;
    });
  }
}
