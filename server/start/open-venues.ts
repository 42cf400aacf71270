import type { Venue, VenueOpening } from '../../core/contract/venue.ts';
import { type Kernel, KernelStartError } from '../../core/kernel/index.ts';
import type { RootLogger } from '../logger.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { StartPhases } from './start-phases.ts';
import { failureOf, type VenueDoor, VenueDoors } from './venue-doors.ts';

/**
 * Opens what the venue plugins contribute and the house wants, one after the other. One that fails is logged and left out for now; when its plugin says
 * `onFailure: 'abort'` the start ends, once all have been tried, with everything that failed.
 */
export async function openVenues(
  kernel: Kernel,
  room: Pick<TradingRoom, 'venues'>,
  logger: Pick<RootLogger, 'error'>,
  phases: Pick<StartPhases, 'run'>,
  isWanted: (door: VenueDoor) => boolean,
): Promise<VenueDoors> {
  const opened = new Map<string, readonly Venue[]>();
  const doors: ConstructorParameters<typeof VenueDoors>[0][number][] = [];
  const fatal: string[] = [];
  for (const { key, id, pluginId, manifest, code } of kernel.venues()) {
    if (code === null) continue;
    const definition = {
      open: async (_services: unknown, opening: VenueOpening): Promise<readonly Venue[]> => {
        const result = await code.open(opening);
        if (!result.ok) throw result.error;
        return result.value;
      },
    };
    const plugin = kernel.plugin(pluginId)?.manifest;
    const door: VenueDoor = {
      ...{ key, pluginId, id, title: textOf(manifest.title, pluginId), description: textOf(plugin?.description ?? '', pluginId) },
      ...{ sandbox: manifest.sandbox === true, needed: plugin?.onFailure === 'abort' },
      open: () => room.venues.open(definition, {}, pluginId),
    };
    if (!isWanted(door)) {
      doors.push({ door, state: 'shut', failure: '' });
      continue;
    }
    try {
      opened.set(key, await phases.run(`venue ${key}`, door.open));
      doors.push({ door, state: 'open', failure: '' });
    } catch (error) {
      logger.error({ err: error, venue: key }, 'a venue did not open');
      const failure = failureOf(door, error);
      doors.push({ door, state: 'waiting', failure });
      if (door.needed) fatal.push(failure);
    }
  }
  if (fatal.length > 0) throw new KernelStartError(doors.flatMap(({ failure }) => (failure === '' ? [] : [failure])));
  return new VenueDoors(doors, opened);
}

/** Its key among the texts of its plugin. */
const textOf = (key: string, pluginId: string): string => key.slice(pluginId.length + 1);
