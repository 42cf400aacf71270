import { expect, it } from 'vitest';
import type { UserResult } from '../store/store.ts';
import { acceptLoss } from './accept-loss.ts';
import type { VenueFinding } from './venue-finding.ts';

const finding: VenueFinding = {
  exchange: 'tessera',
  end: { sequence: 7, timeMs: 1 },
  first: 1,
  noted: null,
  stored: { orders: 7, candles: 7 },
  snapshotsAhead: [],
  lost: { events: [], postings: [] },
  unknown: [12],
  missing: [],
};

it('gives accounts to nobody when their owner cannot be made', async () => {
  const done: string[] = [];
  const taken: UserResult = { outcome: 'taken', field: 'username' };
  const repositories = {
    users: { get: async () => null, create: async () => taken },
    apiAccounts: { adopt: async () => void done.push('adopted') },
    audit: { append: async () => void done.push('audited') },
  };
  const store = { transaction: (work: (all: unknown) => Promise<void>) => work(repositories) } as never;
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await expect(acceptLoss(finding, { store, dataFolder: '/nowhere', logger, nowMs: 2 })).rejects.toThrow('recovered');
  expect(done).toEqual([]);
});
