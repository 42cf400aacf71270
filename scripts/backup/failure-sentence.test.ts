import { expect, it } from 'vitest';
import { StoreError } from '../../server/store/store-error.ts';
import { BackupProblem } from './backup-problem.ts';
import { failureSentence } from './failure-sentence.ts';

it('says on one line what failed and what to do, of a problem in its own words, and of a long one the beginning', () => {
  expect(failureSentence('the backup failed', new BackupProblem('--to: must be a folder'))).toBe('--to: must be a folder');
  expect(failureSentence('the restore failed', new StoreError('STORE_LOCKED', 'stop it'))).toBe('STORE_LOCKED: stop it');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(failureSentence('the backup failed', full)).toBe(
    'the backup failed: ENOSPC: no space left on device, write; no room is left on that disk: free some, or name another one',
  );
  expect(failureSentence('the restore failed', new RangeError('a snapshot\n  of nothing'))).toMatch(
    /^the restore failed: a snapshot of nothing; try again; TESSERA_LOG_LEVEL=debug says where/,
  );
  expect(failureSentence('the backup failed', 'x'.repeat(1_000))).toMatch(/: x{399}…; try again/);
});
