import type { Venue, VenueOpening } from '../core/contract/venue.ts';
import { type Kernel, KernelStartError } from '../core/kernel/index.ts';
import type { RootLogger } from './logger.ts';
import type { StartPhases } from './start-phases.ts';
import type { TradingRoom } from './trading/open-trading-room.ts';

/** A venue contribution that never opened: its exchanges are not known, so it goes by its own name. */
export interface UnopenedVenue {
  readonly pluginId: string;
  readonly id: string;
  /** Key of its name among the texts of its plugin. */
  readonly title: string;
  readonly failure: string;
}

/**
 * Opens what the venue plugins contribute, one after the other. One that fails is logged and left out; when its plugin says
 * `onFailure: 'abort'` the start ends, once all have been tried, with everything that failed. Gives what failed.
 */
export async function openVenues(
  kernel: Kernel,
  room: Pick<TradingRoom, 'venues'>,
  logger: Pick<RootLogger, 'error'>,
  phases: Pick<StartPhases, 'run'>,
): Promise<readonly UnopenedVenue[]> {
  const unopened: UnopenedVenue[] = [];
  let abort = false;
  for (const { key, id, pluginId, manifest, code } of kernel.venues()) {
    if (code === null) continue;
    try {
      const open = async (_services: unknown, opening: VenueOpening): Promise<readonly Venue[]> => {
        const result = await code.open(opening);
        if (!result.ok) throw result.error;
        return result.value;
      };
      await phases.run(`venue ${key}`, () => room.venues.open({ open }, {}, pluginId));
    } catch (error) {
      logger.error({ err: error, venue: key }, 'a venue did not open');
      const failure = `venue "${key}": ${error instanceof Error ? error.message : String(error)}`;
      unopened.push({ pluginId, id, title: manifest.title.slice(pluginId.length + 1), failure });
      abort ||= kernel.plugin(pluginId)?.manifest?.onFailure === 'abort';
    }
  }
  if (abort) throw new KernelStartError(unopened.map(({ failure }) => failure));
  return unopened;
}

/** Why exchanges of plugins did not open, by plugin. */
export function failuresOf(unopened: readonly UnopenedVenue[]): ReadonlyMap<string, string> {
  const failures = new Map<string, string>();
  for (const { pluginId, failure } of unopened) {
    const earlier = failures.get(pluginId);
    failures.set(pluginId, earlier === undefined ? failure : `${earlier}; ${failure}`);
  }
  return failures;
}
