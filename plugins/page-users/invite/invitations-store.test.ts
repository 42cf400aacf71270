import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import { InvitationsStore } from './invitations-store.ts';

const invitation = (address: string, role: string) => ({ invitation_id: address, address, role, invited_by: 'admin' });

function houseOf() {
  const state = { fails: false, results: [invitation('Ann@firm.example', 'observer'), invitation('+85212345678', 'user')] };
  const sent: unknown[] = [];
  const api = new FakeApi({
    invitationList: () =>
      state.fails ? refused('CLIENT_OFFLINE') : { results: state.results, channels: { mail: true, sms: false }, languages: ['en'] },
    invitationRevoke: ({ body }) => {
      sent.push(body);
      state.results = state.results.slice(1);
      return null;
    },
  });
  return { store: new InvitationsStore(api), state, sent };
}
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('narrows what is here by words and role, and knows who has one already', async () => {
  const { store } = houseOf();
  await store.load();
  const shown = () => store.shown.map(({ address }) => address);
  expect([store.state, shown(), store.languages]).toEqual(['ready', ['Ann@firm.example', '+85212345678'], ['en']]);
  store.narrow({ search: ' ANN ' });
  expect([shown(), store.isNarrowed]).toEqual([['Ann@firm.example'], true]);
  store.narrow({ role: 'user' });
  expect(shown()).toEqual([]);
  store.narrow({ search: '', role: undefined });
  expect([shown().length, store.at('ann@FIRM.example')?.role, store.at('bob@firm.example')]).toEqual([2, 'observer', null]);
});

it('reads the list anew after what was done, and keeps what it shows when that fails', async () => {
  const { store, state, sent } = houseOf();
  await store.load();
  const [first] = store.items;
  if (first === undefined) throw new Error('nothing is open');
  expect((await store.revoke(first, 'a wrong address')).ok).toBe(true);
  await settle();
  expect([sent, store.items.length]).toEqual([[{ invitation_id: 'Ann@firm.example', reason: 'a wrong address' }], 1]);
  state.fails = true;
  await store.load();
  expect([store.state, store.items.length]).toEqual(['ready', 1]);
});
