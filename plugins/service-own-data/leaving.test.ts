import { expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { LeavingHindrance } from '../../core/contract/own-data.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import { Leaving } from './leaving.ts';

/** People who are due to leave, and what comes up while they do. */
function house(dueIds: readonly string[]) {
  const world = { erased: [] as string[], closed: 0, cameUp: new Set<string>(), failsFor: '' };
  const hindrance: LeavingHindrance = { kind: 'orders', where: 'Main' };
  const leaving = new Leaving({
    table: { due: async () => dueIds } as never,
    book: {
      // As of what came in while he was looked at: only the transaction sees it.
      hindrances: async (userId, within) => (within !== undefined && world.cameUp.has(userId) ? [hindrance] : []),
      closed: async (_userId, work) => {
        world.closed += 1;
        return work().finally(() => (world.closed -= 1));
      },
      erase: async (userId) => {
        if (userId === world.failsFor) throw new Error('cut');
        if (world.closed === 1) world.erased.push(userId);
      },
    },
    people: {
      get: async () => null,
      count: async () => 0,
      erase: async (_userId, _note, along) => {
        await along({} as Sql);
        return accepted(null);
      },
    },
    audit: {} as never,
    clock: { nowMs: () => 7 },
    logger: { warn: () => undefined },
    write: {} as never,
  });
  return { leaving, world };
}

it('nobody is erased who has got an order or money while he was looked at', async () => {
  const { leaving, world } = house(['ann', 'bo']);
  world.cameUp.add('ann');
  await leaving.eraseDue();
  expect([world.erased, world.closed]).toEqual([['bo'], 0]);
  world.cameUp.clear();
  await leaving.eraseDue();
  expect(world.erased).toEqual(['bo', 'ann', 'bo']);
});

it('somebody who cannot be erased keeps nobody else', async () => {
  const { leaving, world } = house(['ann', 'bo']);
  world.failsFor = 'ann';
  await leaving.eraseDue();
  expect(world.erased).toEqual(['bo']);
});
