import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { EngineMatching } from '../../../server/trading/engine/engine-matching.ts';
import { everyAccount, silent, steppingClock } from '../../../server/trading/trading-fixture.ts';
import type { OpenedVenue } from '../../contract/venue/venue-under-test.ts';
import { testInstrument } from '../market-fixtures.ts';
import { SeededRandom } from '../seeded-random.ts';
import { FarExchange } from './far-exchange.ts';
import { FarLine } from './far-line.ts';
import { FarVenue, type FarVenueParts } from './far-venue.ts';

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
  /** How long it takes an order that was sent, ms; default: longer than a busy machine stands still. */
  readonly validMs?: number;
}

const patienceMs = 100;

/** A fresh exchange elsewhere with a venue that speaks for it. */
export async function openFarVenue({ longestMs, remembered, validMs = 20_000 }: FarManners): Promise<OpenedFarVenue> {
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
        assets: ['BTC', 'USDT'].map((code) => ({ code, scale: 8 })),
        instruments: [testInstrument],
        sink: { batch, health: () => undefined },
        projectedThrough: 0,
        retain: 'all',
      }),
    remembered,
  );
  const line = new FarLine({ longestMs, random: new SeededRandom(15) });
  const remove = async (): Promise<void> => {
    await far.matching.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return openOver({ far, line, validMs, patienceMs }, 0, remove);
}

async function openOver(
  parts: Omit<FarVenueParts, 'sink' | 'projectedThrough'>,
  projectedThrough: number,
  remove: () => Promise<void>,
): Promise<OpenedFarVenue> {
  const { far, line } = parts;
  const batches: VenueBatch[] = [];
  const sink = { batch: (batch: VenueBatch) => void batches.push(batch), health: () => undefined };
  const venue = await FarVenue.open({ ...parts, sink, projectedThrough });
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
