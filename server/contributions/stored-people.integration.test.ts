import { expect, it } from 'vitest';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { PasswordHasher } from '../session/password-hasher.ts';
import { People } from '../session/people.ts';
import { StoredPeople } from './stored-people.ts';

await describeStore('people as plugins keep them', (store) => {
  let ids = 0;
  const clock = new ManualClock(1_000_000);
  const ended: string[] = [];
  const sessions = { ended: (userId: string) => void ended.push(userId), endedOne: () => undefined };
  const passwords = new PasswordHasher();
  const signIn = { confirm: async () => ({ ok: true, value: null }) as const };
  /** As two servers on one database, each with its own. */
  const keeping = (demoAllowed = false) => {
    const people = new People({ store: store(), passwords, sessions, clock, newId: () => `kept-${++ids}` });
    return new StoredPeople({ people, store: store(), sessions, passwords, signIn, roles: new RoleBook(), clock, demoAllowed });
  };
  const terms = (username: string, changes: object = {}) =>
    ({ username, email: null, phone: null, role: 'user', vipLevel: 0, vipUntilMs: null, ...changes }) as const;
  const bySystem = { by: 'system', reason: null } as const;
  async function made(username: string, changes: object = {}) {
    const outcome = await keeping().make([terms(username, changes)], bySystem);
    if (!outcome.ok || outcome.value[0] === undefined) throw new Error('not made');
    return outcome.value[0].person;
  }
  const codeOf = (outcome: { readonly ok: boolean; readonly error?: { readonly code: string } }): string => outcome.error?.code ?? 'OK';

  it('lose a VIP level when its time is over, with their sessions, and keep one without an end', async () => {
    const ann = await made('lapse_ann', { vipLevel: 2, vipUntilMs: clock.nowMs() + 60_000 });
    await made('lapse_bob', { vipLevel: 2 });
    expect(await keeping().vipEnded()).toEqual([]);
    await clock.advance(60_000);
    expect(await keeping().vipEnded()).toEqual([ann]);
    ended.length = 0;
    const lapsed = await keeping().change(ann.id, ann.version, { vipLevel: 0 }, bySystem);
    expect(lapsed).toMatchObject({ ok: true, value: { vipLevel: 0, vipUntilMs: null, version: 1 } });
    expect([ended, await keeping().vipEnded()]).toEqual([[ann.id], []]);
    const { items } = await store().audit.page({ subject: `person/${ann.id}`, limit: 1 });
    const before = { vip_level: 2, vip_until: ann.vipUntilMs };
    expect(items).toMatchObject([{ actor: 'system', action: 'person.changed', before, after: { vip_level: 0, vip_until: null } }]);
  });

  it('are left with an administrator when two at two servers suspend each other at once', async () => {
    const [one, two] = [await made('last_one', { role: 'admin' }), await made('last_two', { role: 'admin' })];
    const by = (userId: string) => ({ by: { userId, role: 'admin' }, reason: 'race' }) as const;
    const outcomes = await Promise.all([
      keeping().change(one.id, 0, { state: 'DISABLED' }, by(two.id)),
      keeping().change(two.id, 0, { role: 'user' }, by(one.id)),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const left = (await keeping().find({ role: 'admin', state: 'ACTIVE' }, { limit: 10 })).people;
    expect(left).toHaveLength(1);
    const [last] = left;
    if (last === undefined) throw new Error('nobody is left');
    // Not even the house takes the last one; one of the demo counts where the demo may come in.
    expect(codeOf(await keeping().change(last.id, last.version, { state: 'DISABLED' }, bySystem))).toBe('PERSON_LAST_ADMIN');
    const along = async (): Promise<void> => {
      throw new Error('nothing of him may be erased');
    };
    expect(codeOf(await keeping().erase(last.id, bySystem, along))).toBe('PERSON_LAST_ADMIN');
    const lost = last.id === one.id ? two.id : one.id;
    const other = await made('no_more');
    expect(codeOf(await keeping().change(other.id, 0, { vipLevel: 1 }, by(lost))), 'who lost his rights changes nobody').toBe(
      'SESSION_INVALID',
    );
    expect(codeOf(await keeping().endSessions(other.id, 'all', by(lost)))).toBe('SESSION_INVALID');
    expect(codeOf(await keeping().make([terms('never_made')], by(lost)))).toBe('SESSION_INVALID');
    expect(await keeping().get(other.id)).toMatchObject({ version: 0 });
    expect(await keeping().count({ search: 'never_made' }, 10)).toBe(0);
  });

  it('lose their API keys with a password that is reset by a code, all of them or, when the code was used, none', async () => {
    const cid = await made('reset_cid');
    const key = { userId: cid.id, name: 'Bot', permission: 'trade', addresses: [], tokenHash: 'a'.repeat(64), createdMs: 1 } as const;
    await store().apiKeys.create({ ...key, keyId: 'reset-key', expiresMs: null, lastUse: null, seen: [] }, 5);
    const used = async () => ({ code: 'CODE_WRONG' }) as never;
    expect((await keeping().resetPassword(cid.id, 'Blue-Whale-Song 7', used)).ok).toBe(false);
    expect(await store().apiKeys.of(cid.id)).toHaveLength(1);
    expect((await keeping().resetPassword(cid.id, 'Blue-Whale-Song 7', async () => null)).ok).toBe(true);
    expect(await store().apiKeys.of(cid.id)).toEqual([]);
    const { items } = await store().audit.page({ subject: 'api-key/reset-key', limit: 5 });
    expect(items).toMatchObject([{ actor: cid.id, action: 'api-key.revoked', before: { name: 'Bot' }, after: null }]);
  });

  it('choose their own password in place of one that was given, and of no other', async () => {
    const dot = await made('given_dot');
    const wanted = async () => (await store().signInSteps.of(dot.id)).map(({ kinds }) => kinds);
    expect(await wanted()).toEqual([['new-password']]);
    expect((await keeping().resetPassword(dot.id, 'Blue-Whale-Song 7', async () => null)).ok).toBe(true);
    expect(await wanted()).toEqual([]);
    expect((await keeping().givePassword(dot.id, bySystem)).ok).toBe(true);
    expect(await wanted()).toEqual([['new-password']]);
    const caller = { userId: dot.id, role: 'user', sessionId: 'none', ip: '::1', userAgent: 'test' } as const;
    expect((await keeping().changePassword({ formerly: 'x', password: 'Red-Whale-Song 77' }, caller)).ok).toBe(true);
    expect(await wanted()).toEqual([]);
  });

  it('are made all or none when two take one name at once, and the one who is late hears which', async () => {
    const tries = ['twin_a', 'twin_b'].map((other) => keeping().make([terms(other), terms('TWIN')], bySystem));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.map(codeOf).sort()).toEqual(['OK', 'PERSON_TAKEN']);
    expect(await keeping().count({ search: 'twin' }, 10)).toBe(2);
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
  });

  it('are not made when whoever would hear their passwords is gone while these are hashed', async () => {
    const gone = new AbortController();
    const making = keeping().make([terms('gone_a'), terms('gone_b')], bySystem, gone.signal);
    gone.abort(new Error('nobody waits'));
    await expect(making).rejects.toThrow('nobody waits');
    expect(await keeping().count({ search: 'gone_' }, 10)).toBe(0);
  });

  it('hear which field is taken in letters that the database and the program write small in different ways, and never have the name of the house', async () => {
    await made('dotted_a', { email: 'İ@firm.example' });
    const fieldOf = async (username: string, email: string | null) => {
      const [problem] = await keeping().check([terms(username, { email })]);
      return problem?.code === 'PERSON_TAKEN' ? problem.params.field : problem;
    };
    expect(await fieldOf('dotted_b', 'İ@firm.example')).toBe('email');
    expect(await fieldOf('dotted_b', 'İ@FIRM.example')).toBe('email');
    expect(await fieldOf('DOTTED_A', null)).toBe('username');
    expect(await fieldOf('System', null)).toBe('username');
    expect(await fieldOf('dotted_b', null)).toBeNull();
  });
});
