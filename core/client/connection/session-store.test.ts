import { expect, it } from 'vitest';
import type { SessionUser } from '../../../schemas/wire/user.ts';
import { accepted } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import { isSessionLost, readStoredUser, storeUser } from './session-storage.ts';
import { SessionStore } from './session-store.ts';

const user: SessionUser = { token: 't', role: 'user', username: 'ann', invite_code: 'A', vip_level: 0 };

function signedIn() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  storeUser(storage, user);
  return { storage, session: new SessionStore(storage) };
}

it('leaves word for the page for signing in when the server ends a session, until somebody signs in', () => {
  const { storage, session } = signedIn();
  session.lose();
  expect(session.user).toBeNull();
  expect(isSessionLost(storage)).toBe(true);
  storeUser(storage, user);
  expect(isSessionLost(storage)).toBe(false);
});

it('says nothing of it to a user who signs out, also when the server closes what is open before it answers', async () => {
  const { storage, session } = signedIn();
  session.attachApi({
    call: async () => {
      session.lose();
      return accepted(null);
    },
  } as unknown as Api);
  await session.signOut();
  expect(session.user).toBeNull();
  expect(isSessionLost(storage)).toBe(false);
});

it('says nothing of it in another tab either, which hears from the server before it hears from the first', async () => {
  const { storage, session } = signedIn();
  const other = new SessionStore(storage);
  other.host();
  session.attachApi({
    call: async () => {
      await Promise.resolve();
      other.lose();
      return accepted(null);
    },
  } as unknown as Api);
  await session.signOut();
  expect([other.user, other.isLost, isSessionLost(storage)]).toEqual([null, false, false]);
});

it('keeps the person of a page at work when the server ends his session, and no page opens with it any more', async () => {
  const { storage, session } = signedIn();
  session.host();
  session.lose();
  expect([session.user?.username, session.isLost]).toEqual(['ann', true]);
  expect([readStoredUser(storage), isSessionLost(storage)]).toEqual([null, true]);
  const back = session.returned();
  session.resume({ ...user, token: 'next' });
  expect([await back, session.token, session.isLost]).toEqual([true, 'next', false]);
  expect([readStoredUser(storage)?.token, isSessionLost(storage)]).toEqual(['next', false]);
  expect(await session.returned(), 'nothing is lost').toBe(false);
});

it('calls off what waits for him when he leaves the page, or somebody else comes in', async () => {
  const { storage, session } = signedIn();
  session.host();
  session.lose();
  const left = session.returned();
  session.leave();
  expect([await left, session.user]).toEqual([false, null]);
  session.resume(user);
  session.lose();
  const other = session.returned();
  storeUser(storage, { ...user, username: 'bob' });
  session.followStorage();
  expect([await other, session.user?.username, session.isLost]).toEqual([false, 'bob', false]);
});

it('keeps him in every tab when one of them hears of it, and brings him back in all', () => {
  const { storage, session } = signedIn();
  const other = new SessionStore(storage);
  session.host();
  session.lose();
  other.followStorage();
  expect([other.user?.username, other.isLost]).toEqual(['ann', true]);
  session.resume({ ...user, token: 'next' });
  other.followStorage();
  expect([other.token, other.isLost]).toEqual(['next', false]);
});
