import { expect, it } from 'vitest';
import { closingLines } from './closing-lines.mjs';

it('the last lines of `npm test` say on which recordings it ran, and alone on the last what it counted', () => {
  expect(closingLines({ passed: 7, failed: 0, skipped: 0 }, undefined)).toEqual(['recordings: made here', '7 passed, 0 failed']);
  expect(closingLines({ passed: 7, failed: 1, skipped: 2 }, '/data')).toEqual([
    'recordings: made here and those of /data',
    '7 passed, 1 failed, 2 skipped',
  ]);
});
