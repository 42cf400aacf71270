import { expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import type { DocumentContent, DocumentHandle, Documents } from '../../../core/contract/client-services.ts';
import { Choices } from './choices.ts';

function saved(content: DocumentContent | null) {
  const changes: DocumentContent[] = [];
  const handle: DocumentHandle = {
    loaded: Promise.resolve(accepted(content)),
    content,
    change: (changed) => changes.push(changed),
    onChange: () => () => undefined,
    close: () => undefined,
  };
  const documents: Documents = { open: () => handle, list: async () => accepted([]), remove: async () => accepted(null) };
  return { documents, changes };
}

it('remembers a word that there is, and takes the first for one that there is no longer', async () => {
  const { documents, changes } = saved({ interval: '1d', window: 'gone', other: 7 });
  const choices = new Choices(documents);
  const close = choices.open();
  expect(choices.of('interval', ['1h', '1d'])).toBe('1h');
  await Promise.resolve();
  await Promise.resolve();
  expect(choices.of('interval', ['1h', '1d'])).toBe('1d');
  expect(choices.of('window', ['30', '60'])).toBe('30');
  choices.choose('window', '60');
  expect(changes).toEqual([{ interval: '1d', window: '60' }].map((one) => expect.objectContaining(one)));
  await close();
});

it('keeps what was chosen before the saved words came, and saves it with them', async () => {
  const { documents, changes } = saved({ interval: '1d', window: '60' });
  const choices = new Choices(documents);
  const close = choices.open();
  choices.choose('window', '30');
  await Promise.resolve();
  await Promise.resolve();
  expect(choices.of('window', ['30', '60'])).toBe('30');
  expect(choices.of('interval', ['1h', '1d'])).toBe('1d');
  expect(changes).toEqual([{ interval: '1d', window: '30' }]);
  await close();
});
