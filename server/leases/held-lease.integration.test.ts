import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { silentLogger } from '../engine/journal/logger.ts';
import { type HeldLease, holdLease } from './held-lease.ts';

const logger = { ...silentLogger, debug: () => undefined };

interface Server {
  readonly clock: ManualClock;
  readonly waitedFor: string[];
  readonly lost: string[];
  readonly lease: Promise<HeldLease>;
  held: HeldLease | null;
}

await describeStore('the lease of a server', (store) => {
  const start = (name: string, processId: string): Server => {
    const clock = new ManualClock(0);
    const waitedFor: string[] = [];
    const lost: string[] = [];
    const lease = holdLease(name, {
      leases: store().leases,
      clock,
      logger,
      process: { processId, address: `http://${processId}` },
      onWaiting: async (holder) => void waitedFor.push(holder?.address ?? 'nobody'),
      onLost: ({ message }) => lost.push(message),
    });
    const server: Server = { clock, waitedFor, lost, lease, held: null };
    void lease.then((held) => {
      server.held = held;
    });
    return server;
  };
  /** Time goes by for these servers, and the database answers meanwhile. */
  const pass = async (ms: number, ...servers: readonly Server[]): Promise<void> => {
    for (let gone = 0; gone < ms; gone += 250) {
      for (const { clock } of servers) await clock.advance(250);
      await store().ready();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('stays with a holder who lives, however long another waits, who says for whom', async () => {
    const first = start('living', 'a');
    const held = await first.lease;
    const second = start('living', 'b');
    await pass(10_000, first, second);
    expect([second.held, second.waitedFor, first.lost]).toEqual([null, ['http://a'], []]);
    await held.release();
    await pass(500, second);
    expect(second.held?.epoch).toBe(held.epoch + 1);
    await second.held?.release();
  });

  it('goes to one of those who wait when its holder is silent, who is told when it wakes up', async () => {
    const first = start('silent', 'a');
    await first.lease;
    const others = [start('silent', 'b'), start('silent', 'c')];
    await pass(1_500, ...others);
    expect(others.map(({ held }) => held)).toEqual([null, null]);
    await pass(1_500, ...others);
    expect(others.filter(({ held }) => held !== null)).toHaveLength(1);
    await pass(10_000, ...others);
    expect(others.filter(({ held }) => held !== null)).toHaveLength(1);
    await pass(500, first);
    const holder = others.findIndex(({ held }) => held !== null);
    expect(first.lost).toEqual([
      `another server, http://${['b', 'c'][holder]}, has taken over the exchanges and strategies of this database; this one ends`,
    ]);
    await others[holder]?.held?.release();
    await pass(500, ...others);
  });
});
