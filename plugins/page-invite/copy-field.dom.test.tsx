import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../../tests/kit/render.tsx';
import { CopyField } from './copy-field.tsx';

afterEach(() => vi.unstubAllGlobals());

async function copied(writeText: () => Promise<void>) {
  const shown: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const notices = { show: (kind: string, text: string) => shown.push(`${kind} ${text}`) } as never;
  const page = await render(<CopyField label="Code" value="0A1B2C" notices={notices} />);
  const field = page.container.querySelector('input');
  await act(async () => page.container.querySelector('button')?.click());
  const chosen = [field?.selectionStart, field?.selectionEnd];
  page.close();
  return { shown, chosen };
}

it('says that it was copied, and chooses the text for who has to copy it by hand', async () => {
  expect((await copied(async () => undefined)).shown).toEqual(['success copied']);
  expect(await copied(() => Promise.reject(new Error('not allowed')))).toEqual({ shown: ['info copyByHand'], chosen: [0, 6] });
});
