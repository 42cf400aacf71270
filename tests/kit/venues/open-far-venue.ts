import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import type { InstrumentId, SpotInstrument } from '../../../core/domain/markets/instrument.ts';
import { EngineMatching } from '../../../server/trading/engine/engine-matching.ts';
import { everyAccount, silent, steppingClock } from '../../../server/trading/trading-fixture.ts';
import type { OpenedVenue } from '../../contract/venue/venue-under-test.ts';
import { testInstrument } from '../market-fixtures.ts';
import { SeededRandom } from '../seeded-random.ts';
import { FarExchange } from './far-exchange.ts';
import { FarLine } from './far-line.ts';
import { FarVenue } from './far-venue.ts';

export interface OpenedFarVenue extends OpenedVenue {
  readonly venue: FarVenue;
  readonly far: FarExchange;
  readonly line: FarLine;
  readonly reopen: (projectedThrough: number) => Promise<OpenedFarVenue>;
}

export interface FarManners {
  /** Longest way of one message over the line, ms. */
  readonly longestMs: number;
  /** Reports that the exchange can repeat; default: all. */
  readonly remembered?: number;
  /** Markets that it has at first. */
  readonly listed?: readonly InstrumentId[];
  /** How long it takes an order that was sent, ms; default: longer than a busy machine stands still. */
  readonly validMs?: number;
}

const patienceMs = 100;

/** The second market that the engine of the exchange knows. */
export const farEther: SpotInstrument = { ...testInstrument, id: 'aurora/ETHUSDT/spot', symbol: 'ETHUSDT', base: 'ETH' };

/** A fresh exchange elsewhere, with the line to it. */
export async function startFarExchange({ longestMs, remembered, listed }: FarManners): Promise<{
  readonly far: FarExchange;
  readonly line: FarLine;
  /** Ends it, with all that it knew. */
  remove(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-far-'));
  const { exchange } = testInstrument;
  const matching = new EngineMatching({
    dataDir,
    clock: steppingClock(),
    logger: silent,
    positionsOf: async () => [0],
    tradeGroupOf: () => 0,
    register: everyAccount,
  });
  const far = await FarExchange.open(
    (batch) =>
      matching.open({
        exchange,
        title: 'Far',
        assets: ['BTC', 'ETH', 'USDT'].map((code) => ({ code, scale: 8 })),
        instruments: [testInstrument, farEther],
        sink: { batch, health: () => undefined },
        retain: 'all',
      }),
    { remembered, listed },
  );
  const remove = async (): Promise<void> => {
    await far.matching.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { far, line: new FarLine({ longestMs, random: new SeededRandom(15) }), remove };
}

/** A fresh exchange elsewhere with a venue that speaks for it. */
export async function openFarVenue(manners: FarManners): Promise<OpenedFarVenue> {
  const { remove, ...parts } = await startFarExchange({ listed: [testInstrument.id], ...manners });
  return openOver({ ...parts, validMs: manners.validMs ?? 20_000 }, 0, remove);
}

interface Far {
  readonly far: FarExchange;
  readonly line: FarLine;
  readonly validMs: number;
}

async function openOver(parts: Far, projectedThrough: number, remove: () => Promise<void>): Promise<OpenedFarVenue> {
  const { far, line, validMs } = parts;
  const batches: VenueBatch[] = [];
  const sink = { batch: (batch: VenueBatch) => void batches.push(batch), health: () => undefined };
  const venue = await FarVenue.open({ wire: line.wireTo(far), validMs, patienceMs, sink, projectedThrough });
  return {
    venue,
    batches,
    far,
    line,
    loseAnswers: () => {
      line.loses = 'answers';
    },
    reopen: async (through) => {
      await venue.close();
      line.loses = 'nothing';
      return openOver(parts, through, remove);
    },
    close: async () => {
      await venue.close();
      await remove();
    },
  };
}
