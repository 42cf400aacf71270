import { expect, it } from 'vitest';
import type { HouseVenue } from '../../core/contract/house-venues.ts';
import type { VenueKind } from '../../core/domain/markets/house-venue.ts';
import { masterOf } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { openBus } from '../bus/bus.ts';
import { processCarrier } from '../bus/process-carrier.ts';
import { HouseMailDoor } from '../mail/house-mail.ts';
import { KeyRing } from '../secrets/key-ring.ts';
import { PasswordHasher } from '../session/password-hasher.ts';
import { People } from '../session/people.ts';
import { Platform } from './platform.ts';
import { SetUp, type SetUpAnswers, type SetUpVisitor } from './set-up.ts';

const venueOf = (kind: VenueKind): HouseVenue => ({
  ...{ key: '', pluginId: '', title: 'title', description: 'description', kind, state: 'closed', exchanges: [] },
  ...{ openOrders: 0, opened: 0, accounts: 0, instances: 0 },
});
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const carrier = processCarrier();

await describeStore('the first start', (store) => {
  const installed = (['needed', 'choice'] as const).map((kind) => ({ ...venueOf(kind), key: `venue-${kind}/one` }));
  let ids = 0;
  const clock = new ManualClock(1_000_000);
  const sessions = { ended: () => undefined };
  /** One server of the database; whom it signed in is told by his name. */
  const aServer = async (demo = false) => {
    const passwords = new PasswordHasher();
    const bus = openBus(`server-${++ids}`, carrier, quiet as never);
    const platform = await Platform.open({ store: store(), bus, clock, logger: quiet }, []);
    const people = new People({ store: store(), passwords, sessions, clock, newId: () => `set-up-${++ids}` });
    const signIn = { open: async ({ username }: { username: string }) => ({ ok: true, value: { username } }) as never };
    const mail = await HouseMailDoor.open(
      {
        ...{ store: store(), keys: await KeyRing.open({ store: store(), master: masterOf(Buffer.alloc(32, 1)), clock }), bus, clock },
        ...{ logger: quiet, newId: () => `mail-${++ids}`, environment: null, publicUrl: null },
        ...{ firmName: () => 'Meridian', languageOf: async () => 'en' as const },
      },
      [],
    );
    return {
      platform,
      mail,
      setUp: new SetUp({ store: store(), people, passwords, signIn, platform, mail, venues: { list: () => installed }, clock, demo }),
    };
  };
  const local: SetUpVisitor = { isLocal: true, token: null, ip: '127.0.0.1', userAgent: 'test' };
  const stranger = (token: string | null, ip = '203.0.113.7'): SetUpVisitor => ({ ...local, isLocal: false, token, ip });
  const answers = (username: string): SetUpAnswers => ({
    ...{ username, email: `${username}@firm.example`, password: 'harbour-Lamp-74' },
    ...{ firmName: ' Meridian  Ltd ', languages: ['zh-CN', 'en'], language: 'zh-CN', currency: 'BTC', sandbox: true, closedVenues: [] },
    mail: {
      server: { host: 'mail.firm.example', port: 587, security: 'starttls', user: 'desk', sender: 'desk@firm.example', notify: [] },
      password: 'open-sesame-1',
    },
  });
  const settings = {
    ...{ firmName: 'Meridian Ltd', languages: ['en', 'zh-CN'], language: 'zh-CN' },
    ...{
      registration: 'invite',
      currency: 'BTC',
      sandbox: true,
      closedVenues: [],
      secondFactor: 'nobody',
      rebateFirst: '0',
      rebateSecond: '0',
    },
  };
  const codeOf = (error: { readonly code: string } | null): string => error?.code ?? 'OK';
  const outcomeOf = ({ ok, error }: { readonly ok: boolean; readonly error?: { readonly code: string } }) => (ok ? 'OK' : error?.code);

  it('lets nobody in from elsewhere but with its token, and makes who guesses wait ever longer, others not', async () => {
    const { setUp } = await aServer();
    const token = await setUp.token();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(codeOf(await setUp.admit(local))).toBe('OK');
    expect(codeOf(await setUp.admit(stranger(null)))).toBe('SET_UP_TOKEN_NEEDED');
    expect(codeOf(await setUp.admit(stranger(token)))).toBe('OK');
    expect(codeOf(await setUp.admit(stranger(await (await aServer()).setUp.token())))).toBe('SET_UP_TOKEN_WRONG');
    const guesses: string[] = [];
    for (let guess = 0; guess < 6; guess++) guesses.push(codeOf(await setUp.admit(stranger(`guess ${guess}`, '198.51.100.1'))));
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 'SET_UP_TOKEN_WRONG'), 'RATE_LIMITED']);
    expect(codeOf(await setUp.admit(stranger(token, '198.51.100.1')))).toBe('RATE_LIMITED');
    expect(codeOf(await setUp.admit(stranger(token)))).toBe('OK');
    await clock.advance(15_000);
    expect(codeOf(await setUp.admit(stranger(token, '198.51.100.1')))).toBe('OK');
  });

  it('names the field of a wrong answer, and changes nothing', async () => {
    const { setUp, platform } = await aServer();
    const wrong = async (change: object) => {
      const done = await setUp.complete(local, { ...answers('olga'), ...change });
      return done.ok ? 'OK' : [done.error.code, done.error.params.field];
    };
    expect(await wrong({ username: 'o' })).toEqual(['PERSON_USERNAME_INVALID', 'username']);
    expect(await wrong({ username: 'System' })).toEqual(['PERSON_TAKEN', 'username']);
    expect(await wrong({ email: 'olga' })).toEqual(['FORM_EMAIL_INVALID', 'email']);
    expect(await wrong({ password: 'short-1' })).toEqual(['PASSWORD_LENGTH', 'password']);
    expect(await wrong({ password: 'Password123!' })).toEqual(['PASSWORD_LOW', 'password']);
    expect(await wrong({ password: 'lamp-OLGA-harbour' })).toEqual(['PASSWORD_HAS_NAME', 'password']);
    const { mail } = answers('olga');
    const server = mail?.server;
    expect(await wrong({ mail: { server: { ...server, host: 'mail firm' }, password: 'x' } })).toEqual(['REQUEST_INVALID', 'host']);
    expect(await wrong({ mail: { server: { ...server, sender: 'desk' }, password: 'x' } })).toEqual(['FORM_EMAIL_INVALID', 'sender']);
    expect(await wrong({ mail: { server, password: null } })).toEqual(['FORM_FIELD_EMPTY', 'user_password']);
    expect(await wrong({ firmName: '  ' })).toEqual(['FORM_FIELD_EMPTY', 'firm_name']);
    for (const key of ['venue-needed/one', 'venue-gone/one'])
      expect(await wrong({ closedVenues: [key] })).toEqual(['REQUEST_INVALID', 'closed_venues']);
    expect(await wrong({ languages: [] })).toEqual(['FORM_FIELD_EMPTY', 'languages']);
    expect(await wrong({ languages: ['en', 'zh-TW'] })).toEqual(['REQUEST_INVALID', 'language']);
    expect(await wrong({ firmName: 'x'.repeat(61) })).toEqual(['FORM_TEXT_TOO_LONG', 'firm_name']);
    expect([await store().users.count(), platform.state.version, await setUp.isOpen()]).toEqual([0, 0, true]);
  });

  it('makes one administrator of two set-ups at once, tells the other, and is over for every server', async () => {
    const [one, other] = [await aServer(), await aServer()];
    const token = await other.setUp.token();
    const raced = await Promise.all([
      one.setUp.complete(local, answers('first')),
      other.setUp.complete(stranger(token), answers('second')),
      one.setUp.complete(local, answers('third')),
    ]);
    expect(raced.map(outcomeOf).sort()).toEqual(['OK', 'SET_UP_DONE', 'SET_UP_DONE']);
    expect(await store().users.count()).toBe(1);
    for (const { setUp } of [one, other, await aServer()]) {
      expect([await setUp.isOpen(), await setUp.token()]).toEqual([false, null]);
      expect(codeOf(await setUp.admit(stranger(token)))).toBe('SET_UP_DONE');
      expect(outcomeOf(await setUp.complete(local, answers('late')))).toBe('SET_UP_DONE');
    }
    expect((await aServer()).platform.state).toEqual({ settings, version: 6 });
    await expect.poll(() => [one, other].map(({ platform }) => platform.state.settings)).toEqual([settings, settings]);
  });

  it('stands in the audit, with who it was and from where, and without the password', async () => {
    const { items } = await store().audit.page({ limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['platform.set-up', 'person.created']);
    const [admin] = (await store().users.list({ limit: 1 })).items;
    expect(items[0]).toMatchObject({
      ...{ actor: admin?.id, subject: 'platform', before: { firm_name: 'Tessera', language: 'en', currency: 'USDT', sandbox: false } },
      after: { firm_name: 'Meridian Ltd', language: 'zh-CN', currency: 'BTC', sandbox: true },
    });
    expect(JSON.stringify(items)).not.toContain('harbour-Lamp-74');
    expect(JSON.stringify([items, await store().platform.all()])).not.toContain('open-sesame-1');
    const { mail } = await aServer();
    expect(mail.state).toMatchObject({ origin: 'platform', hasPassword: true, server: { host: 'mail.firm.example', user: 'desk' } });
  });

  it('is open again when nobody is left who may keep the platform, and never where the demo has its people', async () => {
    const [admin] = (await store().users.list({ limit: 1 })).items;
    await store().users.update(admin?.id ?? '', { state: 'DISABLED' });
    const { setUp } = await aServer();
    expect(await setUp.isOpen()).toBe(true);
    expect(await (await aServer(true)).setUp.token()).toBeNull();
    expect(outcomeOf(await setUp.complete(local, answers(admin?.username.toUpperCase() ?? '')))).toBe('PERSON_TAKEN');
    expect(outcomeOf(await setUp.complete(local, { ...answers('next'), firmName: 'Next' }))).toBe('OK');
    expect((await aServer()).platform.state).toEqual({
      settings: { ...settings, firmName: 'Next' },
      version: 12,
    });
  });
});
