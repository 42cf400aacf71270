import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { PlayedEvent } from '../../core/simulation/recordings/merge-events.ts';

/** Where played events go. */
interface ReplayTarget {
  play(events: readonly PlayedEvent[]): Promise<void>;
}

interface ReplayPlayerOptions {
  readonly events: AsyncIterator<PlayedEvent>;
  readonly target: ReplayTarget;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Market seconds per second, or as fast as the listeners take it. */
  readonly speed: number | 'max';
  /** Told once, with the error when the recording could not be played to its end. */
  readonly ended: (error: unknown) => void;
}

const stepMs = 20;
/** Events a step may play before others get a turn. */
const stepEvents = 2000;

/** Plays a stream of recorded events against the clock until it ends or is stopped. */
export class ReplayPlayer {
  readonly #options: ReplayPlayerOptions;
  #next: PlayedEvent | null = null;
  #stopTimer: () => void = () => undefined;
  #stopped = false;
  #step: Promise<void> = Promise.resolve();

  constructor(options: ReplayPlayerOptions) {
    this.#options = options;
  }

  /** Reads the first event; market time begins with it. */
  async start(): Promise<void> {
    const { clock, speed } = this.#options;
    await this.#advance();
    const startedMs = clock.nowMs();
    const firstMs = this.#next?.event.timeMs ?? 0;
    this.#schedule(() => (speed === 'max' ? Number.POSITIVE_INFINITY : firstMs + (clock.nowMs() - startedMs) * speed));
  }

  /** Ends the playing and closes the files. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopTimer();
    await this.#step;
    await this.#options.events.return?.();
  }

  #schedule(marketMs: () => number): void {
    const { clock, speed } = this.#options;
    this.#stopTimer = clock.after(speed === 'max' ? 1 : stepMs, () => {
      this.#step = this.#play(marketMs());
      return this.#step.then(() => {
        if (!this.#stopped) this.#schedule(marketMs);
      });
    });
  }

  async #play(untilMs: number): Promise<void> {
    const { target, logger, ended } = this.#options;
    try {
      const events: PlayedEvent[] = [];
      while (this.#next !== null && this.#next.event.timeMs <= untilMs && events.length < stepEvents && !this.#stopped) {
        events.push(this.#next);
        await this.#advance();
      }
      if (events.length > 0) await target.play(events);
      if (this.#next !== null) return;
      this.#stopped = true;
      logger.info({}, 'The recording has been played to its end');
      ended(null);
    } catch (error) {
      this.#stopped = true;
      logger.error({ error: String(error) }, 'The recording cannot be played on');
      ended(error);
    }
  }

  async #advance(): Promise<void> {
    const next = await this.#options.events.next();
    this.#next = next.done === true ? null : next.value;
  }
}
