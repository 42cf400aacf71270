import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Venue, VenueOpening } from '../../core/contract/venue.ts';
import { type Kernel, KernelStartError } from '../../core/kernel/index.ts';
import type { RootLogger } from '../logger.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { StartPhases } from './start-phases.ts';

/** A venue contribution that has not opened yet: its exchanges are not known, so it goes by its own name. */
interface UnopenedVenue {
  readonly pluginId: string;
  readonly id: string;
  /** Key of its name among the texts of its plugin. */
  readonly title: string;
  readonly failure: string;
  /** Tries again; rejects when it does not open. */
  readonly open: () => Promise<readonly Venue[]>;
}

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;

/** What has not opened, and is tried again until it does: an exchange elsewhere may be away when the house starts. */
class UnopenedVenues {
  readonly #waiting: UnopenedVenue[];

  /** Simulations, while the platform keeps no sandbox. */
  readonly #heldBack: UnopenedVenue[];
  #begin: ((waiting: UnopenedVenue) => void) | null = null;

  constructor(waiting: readonly UnopenedVenue[], heldBack: readonly UnopenedVenue[] = []) {
    this.#waiting = [...waiting];
    this.#heldBack = [...heldBack];
  }

  /** The platform keeps a sandbox by now: what was held back for it opens as others do. What is open stays so until the server ends. */
  openSandbox(): void {
    if (this.#begin === null) return;
    for (const held of this.#heldBack.splice(0)) {
      this.#waiting.push(held);
      this.#begin(held);
    }
  }

  list(): readonly UnopenedVenue[] {
    return this.#waiting;
  }

  /** Why exchanges of a plugin did not open. */
  get(pluginId: string): string | undefined {
    const failures = this.#waiting.filter((one) => one.pluginId === pluginId).map(({ failure }) => failure);
    return failures.length === 0 ? undefined : failures.join('; ');
  }

  /** Ever more slowly, each by itself. `onOpened` is told of those that have opened at last. */
  retry(clock: Pick<Clock, 'after'>, logger: Pick<RootLogger, 'info' | 'warn'>, onOpened: (venues: readonly Venue[]) => void): Disposer {
    const stops = new Map<UnopenedVenue, () => void>();
    const attempt = async (waiting: UnopenedVenue, delayMs: number): Promise<void> => {
      try {
        const venues = await waiting.open();
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        stops.delete(waiting);
        logger.info({ exchanges: venues.map(({ exchange }) => exchange) }, 'a venue has opened at last');
        onOpened(venues);
      } catch (error) {
        logger.warn({ err: error, venue: waiting.id }, 'a venue still does not open');
        if (stops.has(waiting)) wait(waiting, Math.min(2 * delayMs, longestDelayMs));
      }
    };
    const wait = (waiting: UnopenedVenue, delayMs: number): void =>
      void stops.set(
        waiting,
        clock.after(delayMs, () => attempt(waiting, delayMs)),
      );
    for (const waiting of this.#waiting) wait(waiting, firstDelayMs);
    this.#begin = (waiting) => wait(waiting, 0);
    return () => {
      this.#begin = null;
      for (const stop of stops.values()) stop();
      stops.clear();
    };
  }
}

/**
 * Opens what the venue plugins contribute, one after the other; what only simulates a market where there is a sandbox. One that fails is logged and left out for now; when its plugin says
 * `onFailure: 'abort'` the start ends, once all have been tried, with everything that failed. Gives what failed.
 */
export async function openVenues(
  kernel: Kernel,
  room: Pick<TradingRoom, 'venues'>,
  logger: Pick<RootLogger, 'error'>,
  phases: Pick<StartPhases, 'run'>,
  sandbox: boolean,
): Promise<UnopenedVenues> {
  const unopened: UnopenedVenue[] = [];
  const heldBack: UnopenedVenue[] = [];
  let abort = false;
  for (const { key, id, pluginId, manifest, code } of kernel.venues()) {
    if (code === null) continue;
    const definition = {
      open: async (_services: unknown, opening: VenueOpening): Promise<readonly Venue[]> => {
        const result = await code.open(opening);
        if (!result.ok) throw result.error;
        return result.value;
      },
    };
    const open = (): Promise<readonly Venue[]> => room.venues.open(definition, {}, pluginId);
    if (manifest.sandbox === true && !sandbox) {
      heldBack.push({ pluginId, id, title: titleOf(manifest.title, pluginId), failure: '', open });
      continue;
    }
    try {
      await phases.run(`venue ${key}`, open);
    } catch (error) {
      logger.error({ err: error, venue: key }, 'a venue did not open');
      const failure = `venue "${key}": ${error instanceof Error ? error.message : String(error)}`;
      unopened.push({ pluginId, id, title: titleOf(manifest.title, pluginId), failure, open });
      abort ||= kernel.plugin(pluginId)?.manifest?.onFailure === 'abort';
    }
  }
  if (abort) throw new KernelStartError(unopened.map(({ failure }) => failure));
  return new UnopenedVenues(unopened, heldBack);
}

const titleOf = (key: string, pluginId: string): string => key.slice(pluginId.length + 1);
