import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ringInMemory } from '../../../tests/kit/keys.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { PushService } from '../../../tests/kit/servers/push-service.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import { UserMessages } from '../../contributions/user-messages.ts';
import { createLogger } from '../../logger.ts';
import { sessionIdOf } from '../../session/session-registry.ts';
import type { Store } from '../../store/store.ts';
import { delivering } from '../delivering.ts';
import { NoticeLetters } from '../notice-letters.ts';
import { StoredDeliveries } from '../stored-deliveries.ts';
import { mostDevices, PushBook } from './push-book.ts';
import { PushChannel } from './push-channel.ts';
import { Vapid } from './vapid.ts';

const keys = await ringInMemory();
const hourMs = 60 * 60_000;

const log: string[] = [];
let service: PushService;
beforeAll(async () => {
  service = await PushService.start();
});
afterAll(() => service.close());

await describeStore('notices to devices', (store) => {
  const clock = new ManualClock(1_000_000_000_000);
  let ids = 0;
  const newId = (): string => `push-${++ids}`;

  async function house(of: Store = store()) {
    const vapid = await Vapid.open(of, keys, 'https://trade.example');
    service.publicKey = vapid.publicKey;
    const own = [service.origin];
    const parts = { store: of, clock, keys, newId };
    const deliveries = new StoredDeliveries({ ...parts, readIn: (chosen) => chosen ?? 'en', channels: { mail: false, sms: false } });
    const letters = new NoticeLetters({ clock, newId, seal: deliveries.seal.bind(deliveries) });
    const book = new PushBook({
      ...{ ...parts, own, publicKey: vapid.publicKey, channels: deliveries.channels },
      sendTest: (repositories, userId) => letters.toDevices(repositories, userId, { about: 'system', title: 'A test', body: '' }),
    });
    const channel = new PushChannel({ devices: of.pushDevices, vapid, keysOf: book.keysOf.bind(book), clock, own });
    const logger = createLogger('debug', (line) => log.push(line));
    const jobs = delivering({ channels: { push: channel }, rows: of.deliveries, open: deliveries.open.bind(deliveries), clock, logger });
    const run = async () => {
      for (const job of jobs) await job.run(new AbortController().signal);
    };
    return { book, run, messages: new UserMessages(of, letters, async () => 'en') };
  }
  type House = Awaited<ReturnType<typeof house>>;
  const alert = (userId: string | null, title: string) =>
    ({ userId, kind: 'system', about: 'alert', title, body: '63,000 – 64,000', timeMs: clock.nowMs() }) as const;
  const told = () => service.taken.map(({ device, text }) => `${device}: ${(JSON.parse(text) as { title: string }).title}`);
  const states = async () => (await store().deliveries.page({ channel: 'push' }, { limit: 20 })).items.map(({ state }) => state);

  let own: House;
  let user = 0;
  let userId = '';
  beforeEach(async () => {
    service.taken.length = 0;
    userId = `owner-${++user}`;
    await store().users.create(userRecord(userId, { email: `${userId}@firm.example`, phone: null }));
    own = await house();
  });

  it('reach every device of the user, sealed for it alone and signed by the house, once', async () => {
    for (const device of [`a-${user}`, `b-${user}`]) await own.book.add(userId, service.browser(device), 'Chrome');
    await own.messages.send(alert(userId, 'BTCUSDT: 64,001'));
    await own.run();
    await own.run();
    expect(told().sort()).toEqual([`a-${user}: BTCUSDT: 64,001`, `b-${user}: BTCUSDT: 64,001`]);
    expect(JSON.parse(service.taken[0]?.text ?? '')).toMatchObject({ about: 'alert', body: '63,000 – 64,000' });
    expect(service.taken[0]?.claims).toEqual({
      aud: service.origin,
      exp: clock.nowMs() / 1_000 + 12 * 3_600,
      sub: 'https://trade.example',
    });
    expect((await states()).slice(0, 2)).toEqual(['TAKEN', 'TAKEN']);
  });

  it('reach the devices alone that what they tell of is for', async () => {
    await own.book.add(userId, service.browser(`desk-${user}`), 'Firefox, Windows');
    await own.book.add(userId, service.browser(`phone-${user}`), 'Chrome, Android');
    for (const [title, devices] of [
      ['Web', 'computers'],
      ['App', 'handhelds'],
      ['Both', undefined],
    ] as const)
      await own.messages.send({ ...alert(userId, title), devices });
    await own.run();
    expect(told().sort()).toEqual([`desk-${user}: Both`, `desk-${user}: Web`, `phone-${user}: App`, `phone-${user}: Both`]);
  });

  it('go out with what they tell of or not at all, and stand among the messages in any case', async () => {
    await own.book.add(userId, service.browser(`tx-${user}`), '');
    const cut = store().transaction(async ({ sql }) => {
      await own.messages.send(alert(userId, 'Never'), sql);
      throw new Error('cut');
    });
    await expect(cut).rejects.toThrow('cut');
    await own.messages.send(alert(userId, 'Told'));
    await own.run();
    expect(told()).toEqual([`tx-${user}: Told`]);
  });

  it('do not go where the user does not want to be told of their kind, and go by mail where he does', async () => {
    await own.book.add(userId, service.browser(`quiet-${user}`), '');
    await store().userConfig.save(userId, JSON.stringify({ notices: { alert: { push: false, mail: true } } }));
    await own.messages.send(alert(userId, 'BTCUSDT: 1'));
    await own.messages.send({ ...alert(userId, 'Second factor'), about: 'security' });
    await own.run();
    expect(told()).toEqual([`quiet-${user}: Second factor`]);
    const mails = (await store().deliveries.page({ channel: 'mail', search: userId }, { limit: 5 })).items;
    expect(mails.map(({ subject, kind, address }) => [subject, kind, address])).toEqual([
      ['BTCUSDT: 1', 'notice', `${userId}@firm.example`],
    ]);
  });

  it('of everybody go to all who have a device, and to nobody whose account is closed', async () => {
    await own.book.add(userId, service.browser(`all-${user}`), '');
    const closed = `closed-${user}`;
    await store().users.create(userRecord(closed, { state: 'DISABLED' }));
    await own.book.add(closed, service.browser(closed), '');
    await own.messages.send({ ...alert(null, 'Maintenance'), kind: 'announcement', about: 'announcement' });
    await own.run();
    expect(told()).toContain(`all-${user}: Maintenance`);
    expect(told().some((text) => text.startsWith(closed))).toBe(false);
  });

  it.each([404, 410])('forget a device that its push service no longer knows: %i', async (status) => {
    const name = `gone-${user}`;
    await own.book.add(userId, service.browser(name), '');
    service.answer(name, status);
    await own.messages.send(alert(userId, 'x'));
    await own.run();
    expect(await own.book.devicesOf(userId)).toEqual([]);
    expect((await states())[0]).toBe('FAILED');
  });

  it('are tried again by and by while a push service has too much to do, and keep the device', async () => {
    const name = `busy-${user}`;
    await own.book.add(userId, service.browser(name), '');
    service.answer(name, 429);
    await own.messages.send(alert(userId, 'Later'));
    await own.run();
    expect([told(), (await states())[0]]).toEqual([[], 'WAITING']);
    service.answer(name, 201);
    await clock.advance(hourMs);
    await own.run();
    expect(told()).toEqual([`${name}: Later`]);
  });

  it('take no address that is at no push service, and no key that nothing can be sealed with', async () => {
    const good = service.browser(`good-${user}`);
    expect(await own.book.add(userId, { ...good, endpoint: 'http://127.0.0.1:1/x' }, '')).toMatchObject({
      error: { code: 'PUSH_SERVICE_UNKNOWN' },
    });
    expect(await own.book.add(userId, { ...good, auth: 'AAAA' }, '')).toMatchObject({ error: { code: 'PUSH_KEY_INVALID' } });
    expect(await own.book.devicesOf(userId)).toEqual([]);
  });

  it('make room for the newest device, give one to whoever uses it now, and let nobody remove that of another', async () => {
    for (let at = 0; at <= mostDevices; at++) {
      await clock.advance(1);
      await own.book.add(userId, service.browser(`many-${user}-${at}`), `${at}`);
    }
    const names = (await own.book.devicesOf(userId)).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: mostDevices }, (_, at) => `${mostDevices - at}`));
    const [newest] = await own.book.devicesOf(userId);
    await own.book.remove('somebody', newest?.deviceId ?? '');
    expect(await own.book.devicesOf(userId)).toHaveLength(mostDevices);
    const shared = service.browser(`shared-${user}`);
    await own.book.add(userId, shared, 'first');
    const other = `other-${user}`;
    await store().users.create(userRecord(other));
    await own.book.add(other, shared, 'second');
    expect((await own.book.devicesOf(other)).map(({ name }) => name)).toEqual(['second']);
    expect((await own.book.devicesOf(userId)).map(({ name }) => name)).not.toContain('first');
  });

  it('end with the session that named them: signed out, revoked or suspended, and no other does', async () => {
    const nowMs = clock.nowMs();
    const opened = async (hash: string): Promise<void> => {
      const tokenHash = `${hash}-${user}`;
      await store().sessions.create({
        ...{ tokenHash, userId, createdMs: nowMs, expiresMs: nowMs + hourMs, revokedMs: null },
        ...{ ip: '127.0.0.1', userAgent: 'test', usedMs: nowMs, confirmedMs: null },
      });
      const added = await own.book.add(userId, service.browser(`${hash}-${user}`), hash, sessionIdOf(tokenHash));
      expect(added.ok).toBe(true);
    };
    for (const hash of ['first', 'second', 'third']) await opened(hash);
    await own.book.add(userId, service.browser(`old-${user}`), 'of before');
    const names = async () => (await own.book.devicesOf(userId)).map(({ name }) => name).sort();
    await store().sessions.revoke(`first-${user}`, nowMs);
    expect(await names()).toEqual(['of before', 'second', 'third']);
    expect(await own.book.add(userId, service.browser(`late-${user}`), 'late', sessionIdOf(`first-${user}`))).toMatchObject({
      error: { code: 'SESSION_INVALID' },
    });
    await store().sessions.revokeAllOf(userId, nowMs, `third-${user}`);
    expect(await names()).toEqual(['third']);
    await store().sessions.revokeAllOf(userId, nowMs);
    expect(await names()).toEqual([]);
    await own.messages.send(alert(userId, 'nobody hears'));
    await own.run();
    expect(told()).toEqual([]);
  });

  it('are signed by one key, made once and kept sealed', async () => {
    const again = await house();
    expect(again.book.publicKey).toBe(own.book.publicKey);
    expect(await store().secrets.get('house', 'vapid')).not.toContain('PRIVATE KEY');
    await own.book.add(userId, service.browser(`try-${user}`), '');
    expect(await again.book.tryOut(userId)).toBe(1);
    await again.run();
    expect(told()).toEqual([`try-${user}: A test`]);
  });

  it('and neither that key nor what a browser is spoken to with stands in the log, also when a service refuses', async () => {
    const browser = service.browser(`shut-${user}`);
    await own.book.add(userId, browser, '');
    service.answer(`shut-${user}`, 500);
    await own.book.tryOut(userId);
    await own.run();
    expect(log.join('')).toContain('a letter was not taken');
    const kept = (await store().secrets.get('house', 'vapid')) ?? '';
    const pem = keys.unseal('house/vapid', kept) ?? '';
    const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
    expect(d).toHaveLength(43);
    for (const secret of [d, pem.split('\n')[1] ?? '-', 'vapid t=', kept, browser.auth, browser.p256dh, browser.endpoint])
      expect(log.join('')).not.toContain(secret);
  });
});
