import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { ImportLineView } from '../../../schemas/wire/people.ts';
import { ImportStore } from './import-store.ts';

/** A server that makes people, but for taken names. */
function house(taken: string[] = []) {
  const calls: Array<{ readonly csv: string; readonly dry: boolean; readonly reason: string }> = [];
  const state = { isDown: false };
  const api = new FakeApi({
    peopleImport: ({ body }) => {
      const call = body as (typeof calls)[number];
      calls.push(call);
      if (state.isDown) return refused('CLIENT_OFFLINE');
      const names = call.csv.split('\n').slice(1);
      const isWhole = !names.some((name) => taken.includes(name));
      const lines = names.map((username, at): ImportLineView => {
        const isTaken = taken.includes(username);
        const isMade = isWhole && !call.dry;
        return {
          ...{ line: at + 2, username, outcome: isTaken ? 'refused' : isMade ? 'made' : 'ready' },
          ...{ field: isTaken ? 'username' : null, problem: isTaken ? { code: 40944, params: { field: 'username' } } : null },
          password: isMade ? `=pw"${username}` : null,
        };
      });
      return { lines, made: isWhole && !call.dry ? names.length : 0 };
    },
  });
  return { store: new ImportStore(api), calls, taken, state };
}
const table = (count: number): string => ['username', ...Array.from({ length: count }, (_, at) => `user${at}`)].join('\n');

it('looks at a table first, and makes nobody while a line has a problem', async () => {
  const { store, calls } = house(['user1']);
  store.setCsv(table(3));
  await store.check();
  expect(calls).toEqual([]);
  store.setReason('new team');
  await store.check();
  expect([store.problems.map(({ line }) => line), store.ready]).toEqual([[3], 0]);
  await store.make();
  expect(calls.map(({ dry }) => dry)).toEqual([true]);
  store.setCsv(table(1));
  expect(store.checked).toBeNull();
});

it('makes a long table in parts, and gives the passwords to the letter', async () => {
  const { store, calls } = house();
  store.setCsv(table(120));
  store.setReason('new team');
  await store.check();
  await store.make();
  expect([store.isDone, calls.length, store.made.map(({ line }) => line)]).toEqual([
    true,
    4,
    Array.from({ length: 120 }, (_, at) => at + 2),
  ]);
  expect(store.passwords().split('\r\n').slice(0, 2)).toEqual(['\uFEFFusername,password', 'user0,"=pw""user0"']);
  expect(store.saved).toBe(true);
});

it('goes on where it stopped when a part had no answer', async () => {
  const { store, calls, state } = house();
  store.setCsv(table(60));
  store.setReason('new team');
  await store.check();
  state.isDown = true;
  await store.make();
  expect([store.refusal?.code, store.made.length]).toEqual(['CLIENT_OFFLINE', 0]);
  state.isDown = false;
  await store.make();
  expect([store.refusal, store.made.length, calls.length]).toEqual([null, 60, 4]);
});

it('keeps the passwords of those who were made when a later part is refused', async () => {
  const { store, taken } = house();
  store.setCsv(table(60));
  store.setReason('new team');
  await store.check();
  taken.push('user55');
  await store.make();
  expect([store.made.length, store.problems.map(({ line }) => line), store.isDone]).toEqual([50, [57], false]);
});
