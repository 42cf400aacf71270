import { expect, it } from 'vitest';
import type { SessionUser } from '../../../schemas/wire/user.ts';
import { accepted } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import { isSessionLost, storeUser } from './session-storage.ts';
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
