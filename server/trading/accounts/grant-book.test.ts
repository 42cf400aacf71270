import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { AccountGrant, AccountGrants, InstanceGrant } from '../../store/people/grant-store.ts';
import { GrantBook } from './grant-book.ts';

const grant = (changes: Partial<AccountGrant> = {}): AccountGrant => ({
  granteeId: 'ann',
  apiId: 2,
  acts: ['see'],
  untilMs: null,
  grantedBy: 'bob',
  grantedMs: 0,
  ...changes,
});

/** A store in memory, which another server may write to as well. */
function storeOf(...rows: AccountGrant[]): AccountGrants & { rows: AccountGrant[] } {
  const others = (granteeId: string, apiId: number) => rows.filter((row) => row.granteeId !== granteeId || row.apiId !== apiId);
  return {
    get rows() {
      return rows;
    },
    current: async (nowMs, granteeId) =>
      rows.filter((row) => (row.untilMs === null || row.untilMs > nowMs) && row.granteeId === (granteeId ?? row.granteeId)),
    put: async (row) => void rows.splice(0, rows.length, ...others(row.granteeId, row.apiId), row),
    remove: async (granteeId, apiId) => void rows.splice(0, rows.length, ...others(granteeId, apiId)),
  };
}

/** Those of single instances, which are written elsewhere. */
const instancesOf = (rows: InstanceGrant[]) => ({
  current: async (nowMs: number, granteeId?: string) =>
    rows.filter((row) => (row.untilMs === null || row.untilMs > nowMs) && row.granteeId === (granteeId ?? row.granteeId)),
});

async function open(...rows: AccountGrant[]) {
  const clock = new ManualClock(1_000);
  const store = storeOf(...rows);
  const instanceRows: InstanceGrant[] = [];
  const book = await GrantBook.open({ store, instances: instancesOf(instanceRows), clock });
  const told: string[] = [];
  book.onChange((granteeId) => void told.push(granteeId));
  return { clock, store, instanceRows, book, told };
}

describe('authorisations between users', () => {
  it('are those of the store, for that user and account alone', async () => {
    const { book } = await open(grant(), grant({ granteeId: 'eve', apiId: 3, acts: ['report'] }));
    expect([book.allows('ann', 2, 'see'), book.allows('ann', 2, 'report'), book.allows('ann', 3, 'see')]).toEqual([true, false, false]);
    expect([book.allows('eve', 3, 'report'), book.allows('eve', 2, 'see'), book.allows('bob', 2, 'see')]).toEqual([true, false, false]);
  });

  it('open what they need beside: nobody trades without looking and taking back', async () => {
    const { book } = await open(grant({ acts: ['trade'] }));
    expect((['know', 'see', 'report', 'reduce', 'trade', 'move'] as const).filter((act) => book.allows('ann', 2, act))).toEqual([
      ...['know', 'see', 'reduce', 'trade'],
    ]);
  });

  it('are told of when they are given, changed and taken back, and are stored first', async () => {
    const { book, store, told } = await open();
    await book.put(grant());
    await book.put(grant({ acts: ['report'] }));
    expect([store.rows, book.allows('ann', 2, 'see'), book.allows('ann', 2, 'report')]).toEqual([
      [grant({ acts: ['report'] })],
      false,
      true,
    ]);
    await book.remove('ann', 2);
    expect([store.rows, book.allows('ann', 2, 'report'), told]).toEqual([[], false, ['ann', 'ann', 'ann']]);
  });

  it('open nothing once their time is over, and that is told within a second', async () => {
    const { book, clock, told } = await open(grant({ untilMs: 5_000 }), grant({ apiId: 3 }));
    const stop = book.start();
    await clock.advance(3_999);
    expect(book.allows('ann', 2, 'see')).toBe(true);
    await clock.advance(1);
    expect([book.allows('ann', 2, 'see'), book.allows('ann', 3, 'see')]).toEqual([false, true]);
    await clock.advance(1_000);
    expect(told).toEqual(['ann']);
    await clock.advance(5_000);
    expect(told).toEqual(['ann']);
    await stop();
  });

  it('are read again when another server has written them', async () => {
    const { book, store, told } = await open(grant());
    store.rows.splice(0, 1, grant({ apiId: 4, acts: ['move'] }));
    await book.changed('ann');
    expect([book.allows('ann', 2, 'see'), book.allows('ann', 4, 'move'), told]).toEqual([false, true, ['ann']]);
  });

  it('are all read again when news may have been lost, and only what is different is told', async () => {
    const { book, store, told } = await open(grant(), grant({ granteeId: 'eve' }));
    store.rows.splice(1, 1, grant({ granteeId: 'eve', acts: ['report'] }), grant({ granteeId: 'kim' }));
    await book.reload();
    expect([told, book.allows('eve', 2, 'see'), book.allows('kim', 2, 'see')]).toEqual([['eve', 'kim'], false, true]);
  });

  it('are never taken from a reading that began before they were written', async () => {
    const { book, store } = await open(grant());
    const { current } = store;
    let answer = (): void => undefined;
    store.current = async (nowMs, granteeId) => {
      const rows = await current(nowMs, granteeId);
      if (granteeId === undefined) await new Promise<void>((resolve) => (answer = resolve));
      return rows;
    };
    const reading = book.reload();
    await new Promise((resolve) => setImmediate(resolve));
    const removed = book.remove('ann', 2);
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await Promise.all([reading, removed]);
    expect(book.allows('ann', 2, 'see')).toBe(false);
  });

  it('say to other servers what was written here, and nothing that was only heard', async () => {
    const written: string[] = [];
    const book = await GrantBook.open({
      ...{ store: storeOf(), instances: instancesOf([]) },
      clock: new ManualClock(1_000),
      onWritten: (id) => void written.push(id),
    });
    await book.put(grant());
    await book.changed('eve');
    await book.remove('ann', 2);
    expect(written).toEqual(['ann', 'ann']);
  });

  it('that open nothing or have ended are refused, and change nothing', async () => {
    const { book, store, told } = await open();
    await expect(book.put(grant({ acts: [] }))).rejects.toMatchObject({ code: 'REQUEST_INVALID', params: { field: 'acts' } });
    await expect(book.put(grant({ untilMs: 1_000 }))).rejects.toMatchObject({ code: 'REQUEST_INVALID', params: { field: 'untilMs' } });
    expect([store.rows, told]).toEqual([[], []]);
  });

  it('of single instances are read where they are told of, and end within a second of their time', async () => {
    const { book, clock, instanceRows, told } = await open();
    const stop = book.start();
    const one = { granteeId: 'ann', instanceId: 'i-1', untilMs: 3_000, grantedBy: 'bob', grantedMs: 0 };
    instanceRows.push(one, { ...one, instanceId: 'i-2', untilMs: null });
    expect(book.instancesOf('ann')).toEqual([]);
    await book.written('ann');
    expect([book.instancesOf('ann'), book.instancesBy('bob'), book.instancesOf('bob')]).toEqual([instanceRows, instanceRows, []]);
    await clock.advance(2_000);
    expect(book.instancesOf('ann').map(({ instanceId }) => instanceId)).toEqual(['i-2']);
    await clock.advance(1_000);
    expect(told).toEqual(['ann', 'ann']);
    instanceRows.splice(0, 2);
    await book.reload();
    expect([book.instancesOf('ann'), told]).toEqual([[], ['ann', 'ann', 'ann']]);
    await stop();
  });
});
