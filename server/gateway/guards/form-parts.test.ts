import { expect, it } from 'vitest';
import { FormParts, mostFieldBytes } from './form-parts.ts';

it('takes fields up to their limit together, however many they are', async () => {
  const parts = new FormParts({ mostBytes: 1, file: 'resume' } as never, '/nowhere');
  for (const name of ['a', 'b']) parts.takeField(name, 'x'.repeat(mostFieldBytes / 2 - 1), false);
  parts.takeField('c', '', false);
  expect(await parts.ended).toMatchObject({ ok: false, error: { code: 'REQUEST_TOO_LARGE' } });
  expect(Object.keys(parts.fields)).toEqual(['a', 'b']);
});
