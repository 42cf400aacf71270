import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../core/contract/audit.ts';
import type { CheckTerms, FigureTerms } from '../../../core/contract/operations.ts';
import { watchBackups } from './backup-watch.ts';

const hourMs = 60 * 60_000;

it('warns where none was ever taken, of a last one that is older than two days, and of one that failed since', async () => {
  const nowMs = 1_000 * hourMs;
  let takenMs: number | null = null;
  let failedMs: number | null = null;
  const figures: FigureTerms[] = [];
  const checks: CheckTerms[] = [];
  const asked: unknown[] = [];
  const look = watchBackups({
    audit: {
      page: async (filter, page) => {
        asked.push({ ...filter, ...page });
        const timeMs = filter.action === 'backup.failed' ? failedMs : takenMs;
        return { entries: timeMs === null ? [] : [{ timeMs } as AuditEntry], next: null };
      },
    },
    monitoring: { addFigure: (one) => void figures.push(one), addCheck: (one) => void checks.push(one) },
    clock: { nowMs: () => nowMs },
  });
  const found = async () => [await figures[0]?.read(), (await checks[0]?.read())?.state, (await checks[0]?.read())?.detail?.en ?? null];
  expect(await found()).toEqual([null, 'ok', null]);
  await look();
  expect(await found()).toEqual([null, 'warn', '“npm run backup” has never taken one of this installation.']);
  takenMs = nowMs - 47 * hourMs;
  await look();
  expect(await found()).toEqual([47 * 3_600, 'ok', 'The last one is 47 h old.']);
  takenMs = nowMs - 49 * hourMs;
  await look();
  expect(await found()).toEqual([49 * 3_600, 'warn', 'The last one is 49 h old.']);
  failedMs = nowMs - 2 * hourMs;
  await look();
  expect(await found()).toEqual([49 * 3_600, 'warn', 'The last try failed 2 h ago; the audit says why.']);
  takenMs = nowMs - hourMs;
  await look();
  expect(await found()).toEqual([3_600, 'ok', 'The last one is 1 h old.']);
  expect(asked[0]).toEqual({ subject: 'backup', action: 'backup.taken', limit: 1 });
});
