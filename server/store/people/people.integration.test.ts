import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';

await describeStore('people', (store) => {
  it('gives a user back as saved, and finds it by every login name', async () => {
    const user = userRecord('ann', { username: 'Ann', email: 'Ann@Example.com', phone: '+85212345678' });
    expect(await store().users.create(user)).toEqual({ outcome: 'saved', user });
    for (const login of ['ann', 'ANN', 'ann@example.com', '+85212345678']) expect(await store().users.byLogin(login)).toEqual(user);
    expect(await store().users.byLogin('nobody')).toBeNull();
    expect(await store().users.byInviteCode('code-ann')).toEqual(user);
  });

  it('names the field that is taken, without regard to case', async () => {
    await store().users.create(userRecord('taken', { phone: '123' }));
    const tryField = (changes: Parameters<typeof userRecord>[1]) => store().users.create(userRecord('other', changes));
    expect(await tryField({ username: 'NAME-TAKEN' })).toEqual({ outcome: 'taken', field: 'username' });
    expect(await tryField({ email: 'TAKEN@example.com' })).toEqual({ outcome: 'taken', field: 'email' });
    expect(await tryField({ phone: '123' })).toEqual({ outcome: 'taken', field: 'phone' });
    expect(await tryField({ inviteCode: 'code-taken' })).toEqual({ outcome: 'taken', field: 'inviteCode' });
    expect(await store().users.isTaken('email', 'Taken@Example.com')).toBe(true);
    expect(await store().users.isTaken('email', 'free@example.com')).toBe(false);
  });

  it('lets one of two simultaneous registrations of a name win', async () => {
    const both = [userRecord('race-1', { username: 'racer' }), userRecord('race-2', { username: 'Racer' })];
    const outcomes = (await Promise.all(both.map((user) => store().users.create(user)))).map((result) => result.outcome);
    expect(outcomes.sort()).toEqual(['saved', 'taken']);
  });

  it('changes a user, and refuses a taken name or an unknown id', async () => {
    const user = userRecord('carl');
    await store().users.create(user);
    const changed = { ...user, vipLevel: 2, role: 'risk', phone: '777', version: 1 } as const;
    expect(await store().users.update('carl', { vipLevel: 2, role: 'risk', phone: '777' })).toEqual({ outcome: 'saved', user: changed });
    await store().users.create(userRecord('dora'));
    expect(await store().users.update('dora', { username: 'Name-Carl' })).toEqual({ outcome: 'taken', field: 'username' });
    expect(await store().users.update('nobody', { vipLevel: 1 })).toEqual({ outcome: 'unknown' });
  });

  it('pages through users by name, filtered', async () => {
    for (const letter of ['c', 'A', 'b'])
      await store().users.create(userRecord(`page-${letter}`, { username: `page_${letter}`, role: 'observer' }));
    const first = await store().users.list({ roles: ['observer'], limit: 2 });
    expect(first.items.map((user) => user.username)).toEqual(['page_A', 'page_b']);
    const second = await store().users.list({ roles: ['observer'], limit: 2, after: first.next ?? '' });
    expect(second).toMatchObject({ items: [{ username: 'page_c' }], next: null });
    // '_' and '%' are letters like any other.
    expect((await store().users.list({ search: 'AGE_', limit: 10 })).items).toHaveLength(3);
    expect((await store().users.list({ search: '%', limit: 10 })).items).toHaveLength(0);
    expect((await store().users.list({ roles: [], limit: 10 })).items).toHaveLength(0);
  });

  it('counts active people by role, level and version, those of the demo where they can sign in', async () => {
    const risk = { role: 'risk', vipLevel: 1 } as const;
    for (const [id, changes] of [
      ['one', {}],
      ['two', {}],
      ['off', { state: 'DISABLED' }],
      ['demo', { demo: true }],
      ['high', { vipLevel: 3 }],
      ['pro', { vipLevel: 3, productVersion: 'pro' }],
    ] as const)
      await store().users.create(userRecord(`count-${id}`, { username: `count_${id}`, ...risk, ...changes }));
    const counted = async (demo: boolean) =>
      (await store().users.byRoleAndLevel(demo))
        .flatMap(({ role, vipLevel, productVersion, people }) =>
          role === 'risk' && vipLevel !== 2 ? [[vipLevel, productVersion, people]] : [],
        )
        .sort();
    expect([await counted(false), await counted(true)]).toEqual([
      [
        [1, null, 2],
        [3, null, 1],
        [3, 'pro', 1],
      ],
      [
        [1, null, 3],
        [3, null, 1],
        [3, 'pro', 1],
      ],
    ]);
  });

  it('keeps sessions until they expire, and revokes all but the one in use', async () => {
    await store().users.create(userRecord('sess'));
    const session = (tokenHash: string, expiresMs: number) =>
      ({
        ...{ tokenHash, userId: 'sess', createdMs: 1, expiresMs, revokedMs: null, ip: '::1', userAgent: 'test' },
        ...{ usedMs: 1, confirmedMs: null },
      }) as const;
    for (const each of [session('s1', 100), session('s2', 200), session('s3', 300)]) await store().sessions.create(each);
    expect(await store().sessions.get('s2')).toEqual(session('s2', 200));
    expect((await store().sessions.activeOf('sess', 150)).map((each) => each.tokenHash).sort()).toEqual(['s2', 's3']);
    expect((await store().sessions.live(150, 1_000)).filter((each) => /^s\d$/.test(each)).sort()).toEqual(['s2', 's3']);
    expect(await store().sessions.live(150, 1)).toHaveLength(1);
    expect(await store().sessions.revokeAllOf('sess', 150, 's3')).toEqual(expect.arrayContaining(['s1', 's2']));
    await store().sessions.revoke('s2', 160);
    expect((await store().sessions.get('s2'))?.revokedMs).toBe(150);
    expect(await store().sessions.live(150, 1_000)).not.toContain('s2');
    await store().sessions.extend('s3', 900, 170);
    await store().sessions.confirmed('s3', 180);
    expect(await store().sessions.get('s3')).toMatchObject({ expiresMs: 900, usedMs: 170, confirmedMs: 180 });
    expect(await store().sessions.deleteExpired(500)).toBe(2);
    expect((await store().sessions.activeOf('sess', 800)).map((each) => each.tokenHash)).toEqual(['s3']);
  });

  it('pages the login log newest first', async () => {
    await store().users.create(userRecord('log'));
    for (let timeMs = 1; timeMs <= 5; timeMs++)
      await store().loginLog.append({ userId: 'log', timeMs, ip: '::1', userAgent: '', outcome: 'OK' });
    const first = await store().loginLog.page('log', { limit: 3 });
    expect(first.items.map((entry) => entry.timeMs)).toEqual([5, 4, 3]);
    const second = await store().loginLog.page('log', { limit: 3, beforeId: first.next ?? 0 });
    expect([second.items.map((entry) => entry.timeMs), second.next]).toEqual([[2, 1], null]);
    expect(await store().loginLog.deleteOlder(3)).toBe(2);
    expect((await store().loginLog.page('log', { limit: 10 })).items.map((entry) => entry.timeMs)).toEqual([5, 4, 3]);
  });

  it('gives the user config back byte for byte', async () => {
    await store().users.create(userRecord('conf'));
    expect(await store().userConfig.get('conf')).toBeNull();
    const text = '{ "api_select_list": [1,  2], "b": "ü€𝄞" }';
    await store().userConfig.save('conf', '{}');
    await store().userConfig.save('conf', text);
    expect(await store().userConfig.get('conf')).toBe(text);
  });

  it('keeps exchange accounts, their groups and their sealed secrets', async () => {
    await store().users.create(userRecord('acc'));
    const group = await store().apiAccounts.createGroup({ userId: 'acc', name: 'main', createdMs: 5 });
    const account = await store().apiAccounts.create({
      userId: 'acc',
      name: 'house',
      exchange: 'tessera',
      permissions: ['spot', 'futures'],
      groupId: group.id,
      expiresMs: null,
      state: 'ACTIVE',
      createdMs: 5,
    });
    expect(account).toMatchObject({ permissions: ['spot', 'futures'], groupId: group.id, updatedMs: 5 });
    expect(await store().apiAccounts.listOf(['acc'])).toEqual([account]);
    expect(await store().apiAccounts.update('someone-else', account.apiId, { name: 'x' }, 6)).toBeNull();
    expect(await store().apiAccounts.deleteGroup('acc', group.id)).toBe(true);
    expect(await store().apiAccounts.get(account.apiId)).toMatchObject({ groupId: null });
    expect(await store().apiAccounts.update('acc', account.apiId, { state: 'DELETED', permissions: [] }, 7)).toMatchObject({
      updatedMs: 7,
    });
    expect(await store().apiAccounts.listOf(['acc'])).toEqual([]);
    expect(await store().apiAccounts.byIds([account.apiId])).toMatchObject([{ state: 'DELETED', permissions: [] }]);
  });

  it('saves plugin sets by role, and opt-outs by user', async () => {
    await store().users.create(userRecord('plug'));
    const set = {
      role: 'user',
      included: ['*'],
      excluded: ['admin-*'],
      vipOverrides: { grid: 2 },
      locked: ['chart'],
      updatedMs: 9,
    } as const;
    await store().pluginSets.save({ ...set, included: [] });
    await store().pluginSets.save(set);
    expect(await store().pluginSets.get('user')).toEqual(set);
    expect(await store().pluginSets.get('risk')).toBeNull();
    expect(await store().pluginSets.all()).toEqual([set]);
    for (const plugin of ['b', 'a', 'b']) await store().optOuts.add('plug', plugin);
    await store().optOuts.remove('plug', 'a');
    expect(await store().optOuts.of('plug')).toEqual(['b']);
  });

  it('appends to the audit log and filters it', async () => {
    const entry = {
      timeMs: 1,
      actor: 'ann',
      action: 'plugin-set.changed',
      subject: 'plugin-set/user',
      before: null,
      after: { locked: ['x'] },
    };
    const id = await store().audit.append(entry);
    await store().audit.append({ ...entry, actor: 'bob', before: 'text' });
    expect((await store().audit.page({ actor: 'ann', limit: 10 })).items).toEqual([
      { id, ...entry, reason: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await store().audit.page({ subject: 'plugin-set/user', limit: 1 })).next).toBeGreaterThan(id);
    expect((await store().audit.page({ beforeId: id, limit: 1 })).items).toEqual([]);
  });

  it('deletes old traces of one action, and no others', async () => {
    const entry = { actor: 'eve', subject: 'balances', before: null, after: null };
    for (const [action, timeMs] of [
      ['access.refused', 1],
      ['access.refused', 9],
      ['api-key.created', 1],
    ] as const)
      await store().traces.append({ ...entry, action, timeMs });
    expect(await store().traces.deleteOlder(['access.refused'], 9)).toBe(1);
    const { items } = await store().traces.page({ actor: 'eve', limit: 10 });
    expect(items.map(({ action, timeMs }) => `${action} ${timeMs}`).sort()).toEqual(['access.refused 9', 'api-key.created 1']);
  });

  it('knows the networks that a user was seen in last, and forgets old ones', async () => {
    const id = 'dora';
    const { knownNetworks } = store();
    for (let at = 1; at <= 5; at++) await knownNetworks.greet(id, `hash-${at}`, at, 3);
    await knownNetworks.greet(id, 'hash-3', 9, 3);
    const known = () => Promise.all([1, 2, 3, 4, 5].map((at) => knownNetworks.has(`hash-${at}`)));
    expect(await known()).toEqual([false, false, true, true, true]);
    expect(await knownNetworks.deleteOlder(5)).toBe(1);
    expect(await known()).toEqual([false, false, true, false, true]);
  });
});
