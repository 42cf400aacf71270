import { expect, test } from 'vitest';
import { allOrNothing } from './all-or-nothing.ts';

test('what was opened before a step failed is closed again, the last first', async () => {
  const log: string[] = [];
  const opening = allOrNothing(async (opened) => {
    for (const name of ['one', 'two']) opened(async () => void log.push(name));
    throw new Error('no third');
  });
  await expect(opening).rejects.toThrow('no third');
  expect(log).toEqual(['two', 'one']);
});

test('what opens as a whole stays open', async () => {
  const log: string[] = [];
  const value = await allOrNothing(async (opened) => {
    opened(() => void log.push('closed'));
    return 7;
  });
  expect([value, log]).toEqual([7, []]);
});

test('one that does not close keeps none of the others open, and both errors are told', async () => {
  const log: string[] = [];
  const opening = allOrNothing(async (opened) => {
    opened(() => void log.push('one'));
    opened(() => Promise.reject(new Error('stuck')));
    throw new Error('no third');
  });
  await expect(opening).rejects.toMatchObject({ errors: [{ message: 'no third' }, { message: 'stuck' }] });
  expect(log).toEqual(['one']);
});
