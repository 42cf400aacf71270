import { expect, it } from 'vitest';
import type { Principal } from '../../core/contract/access.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import { mostNamed, SetHistory } from './set-history.ts';

const admin: Principal = { userId: 'set-admin', username: 'set-admin', role: 'admin', vipLevel: 0 };
const set = { included: ['*'], excluded: ['panel-chart'], vip_overrides: { 'page-data': 2 }, locked: [] };
const content = { included: ['*'], excluded: [], vipOverrides: {}, locked: [] };

await describeStore('the history of plugin sets', (store) => {
  const clock = new ManualClock(1_000);
  const history = () => new SetHistory({ store: store(), clock, versionsChanged: async () => undefined });

  it('has every version with who, when and why, newest first and page by page, each role by itself', async () => {
    await store().users.create(userRecord('saver', { username: 'ann' }));
    for (const [at, role] of (['user', 'user', 'risk', 'user'] as const).entries())
      await store().pluginSets.keep(
        { ...content, role, excluded: [`panel-${at}`] },
        { savedBy: at === 0 ? 'system' : 'saver', savedMs: at, reason: at === 0 ? null : `why ${at}` },
      );
    const first = await history().versions('user', { limit: 2 });
    expect(first.results.map(({ set: one, username, reason, time }) => [one.excluded[0], username, reason, time])).toEqual([
      ['panel-3', 'ann', 'why 3', 3],
      ['panel-1', 'ann', 'why 1', 1],
    ]);
    const rest = await history().versions('user', { before: first.next ?? 0, limit: 2 });
    expect([rest.results.map(({ username, reason }) => [username, reason]), rest.next]).toEqual([[[null, null]], null]);
  });

  it('keeps sets by name with a reason in the audit, in place of the one of that name, until they are removed', async () => {
    await store().users.create(userRecord('set-admin', { role: 'admin' }));
    expect(await history().saveNamed(admin, { name: 'pro', ...set }, 'for those who pay')).toMatchObject({ ok: true });
    await history().saveNamed(admin, { name: 'pro', ...set, locked: ['panel-depth'] }, 'less of it');
    expect(await history().named()).toEqual([{ name: 'pro', ...set, locked: ['panel-depth'], username: 'name-set-admin', time: 1_000 }]);
    expect(await history().removeNamed(admin, 'pro', 'nobody pays')).toMatchObject({ ok: true });
    expect(await history().removeNamed(admin, 'pro', 'nobody pays')).toMatchObject({ error: { code: 'PLUGIN_SET_UNKNOWN' } });
    expect(await history().named()).toEqual([]);
    const { items } = await store().audit.page({ subject: 'named-set/pro', limit: 10 });
    expect(items.map(({ action, reason }) => [action, reason])).toEqual([
      ['plugin-set.unnamed', 'nobody pays'],
      ['plugin-set.named', 'less of it'],
      ['plugin-set.named', 'for those who pay'],
    ]);
  });

  it('gives a version of the product a named set for a reason, and keeps that set while the version has it', async () => {
    const told: string[] = [];
    const versions = new SetHistory({ store: store(), clock, versionsChanged: async () => void told.push('changed') });
    await store().users.create(userRecord('pro-1', { productVersion: 'pro' }));
    await store().users.update('pro-1', { productVersion: 'pro' });
    expect(await versions.tieVersion(admin, 'pro', 'paid', 'they pay')).toMatchObject({ error: { code: 'PLUGIN_SET_UNKNOWN' } });
    await versions.saveNamed(admin, { name: 'paid', ...set }, 'for those who pay');
    expect(await versions.tieVersion(admin, 'pro', 'paid', ' ')).toMatchObject({ error: { code: 'FORM_FIELD_EMPTY' } });
    expect(await versions.tieVersion({ ...admin, role: 'risk' }, 'pro', 'paid', 'they pay')).toMatchObject({
      error: { code: 'ACCESS_ROLE' },
    });
    expect(await versions.tieVersion(admin, 'pro', 'paid', 'they pay')).toMatchObject({ ok: true });
    expect(told).toEqual(['changed', 'changed']);
    expect(await versions.versionSets()).toEqual([
      { product_version: 'exclusive', set_name: null, people: 0 },
      { product_version: 'pro', set_name: 'paid', people: 1 },
    ]);
    const removed = await versions.removeNamed(admin, 'paid', 'nobody pays');
    expect(removed).toMatchObject({ error: { code: 'PLUGIN_SET_TIED', params: { version: 'pro' } } });
    await versions.tieVersion(admin, 'pro', null, 'nobody pays');
    expect(await versions.removeNamed(admin, 'paid', 'nobody pays')).toMatchObject({ ok: true });
    const { items } = await store().audit.page({ subject: 'product-version/pro', limit: 10 });
    expect(items.map(({ action, reason, before, after }) => [action, reason, before, after])).toEqual([
      ['product-version.changed', 'nobody pays', { set_name: 'paid' }, { set_name: null }],
      ['product-version.changed', 'they pay', { set_name: null }, { set_name: 'paid' }],
    ]);
  });

  it('takes nothing without a reason, from nobody but administrators, and no more than a list can show', async () => {
    expect(await history().saveNamed(admin, { name: 'x', ...set }, ' \n ')).toMatchObject({ error: { code: 'FORM_FIELD_EMPTY' } });
    expect(await history().saveNamed({ ...admin, role: 'risk' }, { name: 'x', ...set }, 'because')).toMatchObject({
      error: { code: 'ACCESS_ROLE' },
    });
    for (let at = 0; at < mostNamed; at++)
      await store().pluginSets.saveNamed({ name: `n${at}`, ...content, savedBy: 'set-admin', savedMs: 1 });
    expect(await history().saveNamed(admin, { name: 'x', ...set }, 'because')).toMatchObject({ error: { code: 'PLUGIN_SET_NAMES_FULL' } });
    expect(await history().saveNamed(admin, { name: 'n1', ...set }, 'because')).toMatchObject({ ok: true });
  });
});
