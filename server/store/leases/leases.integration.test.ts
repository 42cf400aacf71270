import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import type { LeaseSight, ProcessRecord } from './lease-store.ts';

const left: ProcessRecord = { processId: 'left', address: 'http://left' };
const right: ProcessRecord = { processId: 'right', address: 'http://right' };

await describeStore('leases', (store) => {
  const sight = async (name: string): Promise<LeaseSight | null> => store().leases.look(name);

  it('belong to the first who asks, and say who that is', async () => {
    const { leases } = store();
    await leases.beat(left);
    expect(await sight('first')).toBeNull();
    expect(await leases.take('first', null, 'left')).toBe(1);
    expect(await leases.take('first', null, 'right')).toBeNull();
    expect(await sight('first')).toMatchObject({ epoch: 1, holder: left });
  });

  it('are not taken from a holder who has given a sign of life since', async () => {
    const { leases } = store();
    await leases.beat(left);
    await leases.take('alive', null, 'left');
    const seen = await sight('alive');
    await leases.beat(left);
    expect(await leases.take('alive', seen, 'right')).toBeNull();
    expect(await leases.take('alive', await sight('alive'), 'right')).toBe(2);
  });

  it('are taken by one of many who saw the same, in an epoch of its own', async () => {
    const { leases } = store();
    await leases.beat(left);
    await leases.take('many', null, 'left');
    const seen = await sight('many');
    const takers = Array.from({ length: 8 }, (_, at) => `taker ${at}`);
    const epochs = await Promise.all(takers.map((taker) => leases.take('many', seen, taker)));
    expect(epochs.filter((epoch) => epoch !== null)).toEqual([2]);
  });

  it('know the processes that have not left, each with its signs of life', async () => {
    const { leases } = store();
    for (const { processId } of await leases.processes()) await leases.leave(processId);
    for (const process of [right, left, left]) await leases.beat(process);
    expect(await leases.processes()).toEqual([
      { ...left, beat: 2 },
      { ...right, beat: 1 },
    ]);
    await leases.leave('left');
    expect(await leases.processes()).toEqual([{ ...right, beat: 1 }]);
  });

  it('are free at once when their holder leaves, and go on counting', async () => {
    const { leases } = store();
    await leases.beat(right);
    await leases.take('given', null, 'right');
    await leases.leave('right');
    expect(await sight('given')).toEqual({ epoch: 1, holder: null, beat: 0 });
    expect(await leases.take('given', await sight('given'), 'left')).toBe(2);
  });
});
