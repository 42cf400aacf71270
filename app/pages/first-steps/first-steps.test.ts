import { expect, it } from 'vitest';
import type { Api } from '../../../core/contract/client-services.ts';
import { areDue, putAway, readFirstSteps } from './first-steps.ts';

const fresh: Readonly<Record<string, unknown>> = {
  peopleList: { list: [], total: 1 },
  platformVenues: [
    { kind: 'needed', state: 'open', opened: 0, accounts: 0 },
    { kind: 'sandbox', state: 'closed', opened: 0, accounts: 0 },
  ],
  platformMail: { origin: 'none' },
  operationsNow: { checks: [{ id: 'backup', state: 'warn', detail: { en: 'never' } }] },
};
const complete: Readonly<Record<string, unknown>> = {
  peopleList: { list: [], total: 2 },
  platformVenues: [{ kind: 'sandbox', state: 'open', opened: 3, accounts: 1 }],
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

it('asks for counts and for no list that would be a look at accounts in the audit', async () => {
  const asked: string[] = [];
  const { call } = answering(complete);
  const noted = ((name: 'peopleList', input: { query: object }) => {
    asked.push(name);
    return call(name, input);
  }) as unknown as Api['call'];
  await readFirstSteps({ call: noted });
  expect(asked).toEqual(['peopleList', 'platformVenues', 'platformMail', 'operationsNow']);
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
