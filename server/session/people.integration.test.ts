import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { PasswordHasher } from './password-hasher.ts';
import { People } from './people.ts';

await describeStore('a server that starts without the demo', (store) => {
  let ids = 0;
  const sessions = { ended: () => undefined, endedOne: () => undefined };
  const people = () =>
    new People({ store: store(), passwords: new PasswordHasher(), sessions, clock: new ManualClock(1), newId: () => `start-${++ids}` });

  it('makes an administrator once, and another one when nobody is left who may come in', async () => {
    const first = await people().ensureAdmin();
    expect(first?.username).toBe('admin');
    expect(await people().ensureAdmin()).toBeNull();
    const admin = await store().users.byLogin('admin');
    await people().change(admin?.id ?? '', { state: 'DISABLED' });
    const second = await people().ensureAdmin();
    expect(second?.username).toBe('administrator');
    expect(await people().ensureAdmin()).toBeNull();
    const other = await store().users.byLogin('administrator');
    await people().change(other?.id ?? '', { state: 'DISABLED' });
    expect((await people().ensureAdmin())?.username).toBe('administrator2');
  });
});
