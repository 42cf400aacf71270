import { expect, it } from 'vitest';
import type { Places } from '../../core/contract/places.ts';
import type { Language } from '../../core/domain/language.ts';
import { ringInMemory } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import { NoticeLetters } from '../deliveries/notice-letters.ts';
import { StoredDeliveries } from '../deliveries/stored-deliveries.ts';
import { KnownNetworks } from './known-networks.ts';
import { SignInNotice } from './sign-in-notice.ts';

const keys = await ringInMemory();
const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

await describeStore('a sign-in from a network or with a device that is new to the account', (store) => {
  let ids = 0;
  const clock = new ManualClock(1_000_000_000_000);
  const places: Places = { of: (ip) => (ip === '198.51.100.7' ? { country: 'JP', city: null } : null) };
  const set = () => {
    const networks = new KnownNetworks(store(), clock, keys.root);
    const parts = {
      clock,
      keys,
      newId: () => `notice-${++ids}`,
      readIn: (chosen: Language | null) => chosen ?? ('en' as const),
      channels: { mail: false, sms: false },
    };
    const deliveries = new StoredDeliveries({ store: store(), ...parts });
    const letters = new NoticeLetters({ ...parts, seal: deliveries.seal.bind(deliveries) });
    return { networks, deliveries, notice: new SignInNotice({ networks, deliveries, letters, places, clock, firmName: () => 'Meridian' }) };
  };
  /** As the session's transaction does it; gives how many letters there are. */
  const signIn = async (userId: string, ip: string, account = `name-${userId}`, userAgent = chrome) => {
    const { networks, notice } = set();
    const user = await store().users.get(userId);
    if (user === null) throw new Error('there is no such user');
    await store().transaction(async (repositories) => {
      await notice.tell(repositories, user, { ip, userAgent });
      await repositories.users.signedIn(userId, clock.nowMs());
      await repositories.loginLog.append({ userId, timeMs: clock.nowMs(), ip, userAgent, outcome: 'OK' });
      await networks.greet(repositories.knownNetworks, { userId, account, ip });
    });
    return (await store().deliveries.page({ kind: 'sign-in' }, { limit: 100 })).items.filter((one) => one.userId === userId).length;
  };

  it('is told once, by a letter and a message, and not with his first nor under another of his names', async () => {
    await store().users.create(userRecord('ann', { phone: '+85255550101' }));
    expect(await signIn('ann', '192.0.2.1')).toBe(0);
    expect(await signIn('ann', '192.0.2.1')).toBe(0);
    expect(await signIn('ann', '198.51.100.7', 'ann@example.com')).toBe(1);
    expect(await signIn('ann', '198.51.100.7')).toBe(1);
    expect(await signIn('ann', '198.51.100.7', '+85255550101')).toBe(1);
    const [letter] = (await store().deliveries.page({ kind: 'sign-in' }, { limit: 1 })).items;
    expect(letter).toMatchObject({ address: 'ann@example.com', subject: 'New sign-in to Meridian' });
    const body = await set().deliveries.body(letter?.deliveryId ?? '');
    expect(body).toMatch(/When: 2001-09-09 01:46 UTC\nFrom: 198\.51\.100\.7 \(Japan\)\nWith: Chrome, Windows\n/);
    const { items } = await store().messages.page('ann', { limit: 10 });
    expect(items).toMatchObject([{ title: 'New sign-in to Meridian', type: 3, body: expect.stringContaining('198.51.100.7') }]);
  });

  it('is told of another browser in a network that is his, once, and not of the same one after an update', async () => {
    await store().users.create(userRecord('cy', { email: 'cy@example.com' }));
    expect(await signIn('cy', '192.0.2.1')).toBe(0);
    expect(await signIn('cy', '192.0.2.1', 'name-cy', chrome.replace('140.0', '141.0'))).toBe(0);
    expect(await signIn('cy', '192.0.2.1', 'name-cy', edge)).toBe(1);
    expect(await signIn('cy', '192.0.2.1', 'name-cy', edge)).toBe(1);
    const { items } = await store().messages.page('cy', { limit: 10 });
    expect(items).toMatchObject([{ body: expect.stringContaining('Edge, Windows') }]);
  });

  it('is told in the language that he has chosen, and among his messages where he has no address', async () => {
    await store().users.create(userRecord('bo', { email: null, lastSignInMs: 1 }));
    await store().users.signedIn('bo', 1);
    await store().userConfig.save('bo', JSON.stringify({ language: 'zh-TW' }));
    expect(await signIn('bo', '192.0.2.9')).toBe(0);
    expect((await store().messages.page('bo', { limit: 10 })).items).toMatchObject([{ title: 'Meridian 的新登入' }]);
  });

  it('is told by the clock of the time zone that he has chosen, in letter and message, and in UTC where that is none', async () => {
    const told = async (id: string, zone: unknown) => {
      await store().users.create(userRecord(id, { email: `${id}@example.com`, lastSignInMs: 1 }));
      await store().users.signedIn(id, 1);
      await store().userConfig.save(id, JSON.stringify({ preferences: { zone } }));
      expect(await signIn(id, '192.0.2.9')).toBe(1);
      const { items } = await store().deliveries.page({ kind: 'sign-in' }, { limit: 100 });
      const letter = items.find(({ userId }) => userId === id);
      const [message] = (await store().messages.page(id, { limit: 1 })).items;
      const written = [(await set().deliveries.body(letter?.deliveryId ?? '')) ?? '', message?.body ?? ''];
      return written.map((text) => /2001-09-09 [0-9:]+ UTC[0-9:+-]*/.exec(text)?.[0]);
    };
    expect(await told('di', 'Asia/Kathmandu')).toEqual(Array(2).fill('2001-09-09 07:31 UTC+5:45'));
    expect(await told('ed', null)).toEqual(Array(2).fill('2001-09-09 01:46 UTC'));
    expect(await told('fi', 'Mars/Olympus')).toEqual(Array(2).fill('2001-09-09 01:46 UTC'));
  });
});
