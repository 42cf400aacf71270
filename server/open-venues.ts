import type { Venue, VenueOpening } from '../core/contract/venue.ts';
import { type Kernel, KernelStartError } from '../core/kernel/index.ts';
import type { RootLogger } from './logger.ts';
import type { StartPhases } from './start-phases.ts';
import type { TradingRoom } from './trading/open-trading-room.ts';

/**
 * Opens what the venue plugins contribute, one after the other. One that fails is logged and left out; when its plugin says
 * `onFailure: 'abort'` the start ends, once all have been tried, with everything that failed. Gives what failed, by plugin.
 */
export async function openVenues(
  kernel: Kernel,
  room: Pick<TradingRoom, 'venues'>,
  logger: Pick<RootLogger, 'error'>,
  phases: Pick<StartPhases, 'run'>,
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, readonly string[]>();
  let abort = false;
  for (const { key, pluginId, code } of kernel.venues()) {
    if (code === null) continue;
    try {
      const open = async (_services: unknown, opening: VenueOpening): Promise<readonly Venue[]> => {
        const result = await code.open(opening);
        if (!result.ok) throw result.error;
        return result.value;
      };
      await phases.run(`venue ${key}`, () => room.venues.open({ open }, {}, [], pluginId));
    } catch (error) {
      logger.error({ err: error, venue: key }, 'a venue did not open');
      const failure = `venue "${key}": ${error instanceof Error ? error.message : String(error)}`;
      failures.set(pluginId, [...(failures.get(pluginId) ?? []), failure]);
      abort ||= kernel.plugin(pluginId)?.manifest?.onFailure === 'abort';
    }
  }
  if (abort) throw new KernelStartError([...failures.values()].flat());
  return new Map([...failures].map(([pluginId, all]) => [pluginId, all.join('; ')]));
}
