import { expect, it } from 'vitest';
import type { Api } from '../../../core/contract/client-services.ts';
import { areDue, putAway, readFirstSteps } from './first-steps.ts';

const fresh: Readonly<Record<string, unknown>> = {
  peopleList: { list: [], total: 1 },
  financeAccounts: { accounts: [], total: 0, prices: {} },
  platformVenues: [
    { kind: 'needed', state: 'open' },
    { kind: 'sandbox', state: 'closed' },
  ],
  platformMail: { origin: 'none' },
  operationsNow: { checks: [{ id: 'backup', state: 'warn', detail: { en: 'never' } }] },
};
const complete: Readonly<Record<string, unknown>> = {
  peopleList: { list: [], total: 2 },
  financeAccounts: { accounts: [{ balances: [{ total: '0' }, { total: '0.5' }] }], total: 1, prices: {} },
  platformVenues: [{ kind: 'sandbox', state: 'open' }],
  platformMail: { origin: 'platform' },
  operationsNow: { checks: [{ id: 'backup', state: 'ok', detail: { en: '3 h' } }] },
};
const answering = (replies: Readonly<Record<string, unknown>>): Pick<Api, 'call'> => ({
  call: (async (name: string) => (name in replies ? { ok: true, value: replies[name] } : { ok: false, error: {} })) as Api['call'],
});
const doneOf = async (replies: Readonly<Record<string, unknown>>) =>
  Object.fromEntries((await readFirstSteps(answering(replies))).map(({ id, done }) => [id, done]));

it('knows of a new platform that nothing is done, and of a complete one that everything is', async () => {
  const all = (done: boolean) => ({ people: done, account: done, funds: done, venues: done, mail: done, backup: done });
  expect(await doneOf(fresh)).toEqual(all(false));
  expect(await doneOf(complete)).toEqual(all(true));
});

it('says nothing of what the server does not answer for, and takes no backup for taken before somebody has looked', async () => {
  const { platformMail: _, ...without } = complete;
  expect(Object.keys(await doneOf(without))).toEqual(['people', 'account', 'funds', 'venues', 'backup']);
  const unseen = { ...complete, operationsNow: { checks: [{ id: 'backup', state: 'ok', detail: null }] } };
  expect((await doneOf(unseen)).backup).toBe(false);
});

it('is due until it is put away, and not before the settings of the user are here', () => {
  const sections = new Map<string, unknown>();
  const config = {
    loaded: false,
    section: (name: string) => sections.get(name),
    set: (name: string, value: unknown) => void sections.set(name, value),
  };
  expect(areDue(config)).toBe(false);
  config.loaded = true;
  expect(areDue(config)).toBe(true);
  putAway(config);
  expect(areDue(config)).toBe(false);
});
