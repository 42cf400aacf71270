import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, Matching } from '../../../core/contract/server-services.ts';
import type { Venue, VenueBatch, VenueOpening } from '../../../core/contract/venue.ts';
import { EngineMatching } from '../../../server/trading/engine/engine-matching.ts';
import { everyAccount } from '../../../server/trading/trading-fixture.ts';
import { hookedFileSystem } from '../../engine/journal-kit.ts';
import type { OpenedVenue } from './venue-under-test.ts';

/** Opens one venue of a plugin over the given matching. */
type OpenOnMatching = (matching: Matching, opening: VenueOpening) => Promise<Venue>;

const startMs = 1_760_000_000_000;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A fresh venue on the real engine and journal, in a folder of its own that goes with the last close. */
export async function openMatchingVenue(open: OpenOnMatching): Promise<OpenedVenue> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-venue-'));
  return openIn(dataDir, 0, open);
}

async function openIn(dataDir: string, projectedThrough: number, open: OpenOnMatching): Promise<OpenedVenue> {
  const batches: VenueBatch[] = [];
  let isLost = false;
  const fileSystem = hookedFileSystem({ beforeSync: async () => (isLost ? Promise.reject(new Error('EIO')) : undefined) });
  const matching = new EngineMatching({
    dataDir,
    clock: steppingClock(),
    logger: silent,
    positionsOf: async () => [projectedThrough],
    tradeGroupOf: () => 0,
    register: everyAccount,
    host: { fileSystem },
  });
  const sink = { batch: (batch: VenueBatch) => void batches.push(batch), health: () => undefined };
  const venue = await open(matching, { sink, projectedThrough: async () => projectedThrough });
  return {
    venue,
    batches,
    loseAnswers: () => {
      isLost = true;
    },
    reopen: async (through) => {
      isLost = false;
      await venue.close();
      return openIn(dataDir, through, open);
    },
    close: async () => {
      await venue.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One millisecond a look, real timers. */
function steppingClock(): Clock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs++,
    elapsedMs: () => performance.now(),
    every: (everyMs, task) => {
      const timer = setInterval(task, everyMs);
      return () => clearInterval(timer);
    },
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
