import { expect, it } from 'vitest';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';

await describeStore('transactions', (store) => {
  it('keeps all or nothing', async () => {
    const failing = store().transaction(async (repositories) => {
      await repositories.users.create(userRecord('lost'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await store().users.get('lost')).toBeNull();
    await store().transaction(async (repositories) => {
      await repositories.users.create(userRecord('kept'));
      await repositories.audit.append({ timeMs: 1, actor: 'kept', action: 'user.created', subject: 'kept', before: null, after: null });
    });
    expect(await store().users.get('kept')).not.toBeNull();
    expect((await store().audit.page({ actor: 'kept', limit: 5 })).items).toHaveLength(1);
  });

  it('refuses the outer store inside a transaction instead of waiting for ever', async () => {
    await store().transaction(async (repositories) => {
      await expect(store().users.count()).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
      await expect(store().transaction(async () => 0)).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
      await repositories.users.count();
    });
  });

  it('lets work that a transaction only started use the outer store once it has ended', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const later = await store().transaction(async () => ({ count: gate.then(() => store().users.count()) }));
    release();
    expect(await later.count).toBeGreaterThanOrEqual(0);
  });

  it('makes other callers wait for an open transaction, and serves them all', async () => {
    await store().users.create(userRecord('busy'));
    const order: string[] = [];
    const long = store().transaction(async (repositories) => {
      await repositories.settings.set('busy', 'key', 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await repositories.settings.set('busy', 'key', 2);
      order.push('transaction');
    });
    const reads = Array.from({ length: 20 }, () => store().settings.get('busy', 'key'));
    await Promise.all([long, ...reads]);
    expect(order).toEqual(['transaction']);
    for (const value of await Promise.all(reads)) expect([undefined, 2]).toContain(value);
  });

  it('goes on after a refused statement', async () => {
    await expect(store().sessions.activeOf('x', Number.NaN)).rejects.toThrow();
    expect(await store().ready()).toBe(true);
  });

  it('uses unique names inside a transaction without breaking it', async () => {
    await store().users.create(userRecord('first'));
    await store().transaction(async (repositories) => {
      expect(await repositories.users.create(userRecord('second', { username: 'name-first' }))).toMatchObject({ outcome: 'taken' });
      expect(await repositories.users.create(userRecord('third'))).toMatchObject({ outcome: 'saved' });
    });
    expect(await store().users.get('third')).not.toBeNull();
  });
});
