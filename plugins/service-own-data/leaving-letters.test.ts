import { expect, it } from 'vitest';
import type { NewDelivery } from '../../core/contract/deliveries.ts';
import { languages } from '../../core/domain/language.ts';
import { leavingLetters } from './leaving-letters.ts';

it('names the firm and the person in each language, and how long there is to think better of it', async () => {
  const sent: NewDelivery[] = [];
  const write = leavingLetters({
    deliveries: {
      send: async (delivery) => {
        sent.push(delivery);
        return true;
      },
    },
    people: { get: async () => ({ username: 'ann' }) as never },
    platform: { state: { settings: { firmName: 'Harbour' } } as never },
  });
  await (await write('u-1', 'asked'))({} as never);
  await (await write('u-1', 'kept'))({} as never);
  for (const language of languages) {
    const [asked, kept] = sent.map(({ words }) => words(language));
    expect(asked?.subject).toMatch(/^Harbour.*(seven|七)/);
    for (const words of [asked, kept]) expect(words?.body).toMatch(/ann/);
    expect(`${asked?.body}${kept?.body}`).not.toContain('{{');
  }
  expect(sent.map(({ to }) => to)).toEqual([{ userId: 'u-1' }, { userId: 'u-1' }]);
});
