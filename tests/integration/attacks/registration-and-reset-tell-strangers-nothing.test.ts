import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordHasher } from '../../../server/session/password-hasher.ts';
import { CodesKit } from '../../kit/letters/codes.ts';
import { silentLogger } from '../../kit/market-fixtures.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import { type HttpClient, refusalOf, solved } from '../../kit/servers/http-client.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const clock = new AheadClock(silentLogger);
let server: TestServer;
let admin: HttpClient;
let guest: HttpClient;
let kit: CodesKit;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-outbox', 'service-people', 'service-register'].map(pluginSource);
  server = await startTestServer({ plugins, clock });
  admin = await server.signIn('admin');
  guest = server.guest();
  kit = new CodesKit(guest, admin);
  const { code } = await kit.letter('owner@people.example');
  await kit.register({ username: 'owner', email: 'owner@people.example', code });
}, 120_000);
afterAll(() => server?.close());

const numberOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { readonly number: number }) => error.number,
  );
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const reset = (email: string, code: string, password = 'stolen-Harbour-7') =>
  guest.call('resetPasswordEmail', { body: { email, code, password } });

describe('whose an address is', () => {
  it('is told at the address alone: answers are the same, word for word', async () => {
    const [mine, free] = ['owner@people.example', 'nobody@people.example'];
    const raw = async (path: string, query: object) => {
      const search = new URLSearchParams({ ...query, ...(await kit.captcha()) } as Record<string, string>);
      const response = await fetch(`${server.url}/sapi${path}?${search}`);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date' && name !== 'x-server-time'));
      return [response.status, headers, await response.text()];
    };
    expect(await raw('/user/forget/password/send/email', { email: mine })).toEqual(
      await raw('/user/forget/password/send/email', { email: free }),
    );
    expect(await kit.newest(mine)).toMatchObject({ kind: 'code' });
    expect(await kit.newest(free)).toMatchObject({
      kind: 'account',
      subject: 'There is no account for this address at Tessera',
      code: 'none',
    });
    const traders = (await server.store.users.byLogin('trader3'))?.email ?? '';
    expect(await raw('/user/captcha/email', { email: traders })).toEqual(
      await raw('/user/captcha/email', { email: 'free@people.example' }),
    );
    expect(await kit.newest(traders)).toMatchObject({ kind: 'account', subject: 'You have an account at Tessera already', code: 'none' });
    expect(await kit.newest('free@people.example')).toMatchObject({ kind: 'code' });
    // Nobody holds a code for it, so nobody hears that it is taken.
    expect(await numberOf(kit.register({ username: 'eve', email: traders, code: '123456' }))).toBe(42470);
    expect(await numberOf(reset(free, '123456'))).toBe(42470);
  });

  it('is no other one that looks alike, whatever letters a database takes for the same', async () => {
    const { code } = await kit.letter('kiki@link.example');
    await kit.register({ username: 'kiki', email: 'kiki@link.example', code });
    const alike = 'kiki@l\u0130nk.example';
    const ask = async (email: string) => guest.call('forgetPasswordEmail', { query: { email, ...(await kit.captcha()) } });
    await ask(alike);
    const [letter] = (await admin.call('outboxList', { query: { limit: 1 } })).results;
    expect(letter).toMatchObject({ address: alike, kind: 'account' });
    await expect(guest.signIn(alike, 'quiet-Harbour-74')).rejects.toThrow('LOGIN_WRONG');
    await expect(guest.signIn('k\u0130k\u0130', 'quiet-Harbour-74')).rejects.toThrow('LOGIN_WRONG');
    // Where somebody has it, a letter goes to the address as the house keeps it, and never to what was typed.
    await ask('\u212Aiki@link.example');
    expect((await kit.newest('kiki@link.example')).kind).toBe('code');
    const { results } = await admin.call('outboxList', { query: { kind: 'code', limit: 100 } });
    expect(results.filter(({ address }) => !/^[\x20-\x7e]+$/.test(address))).toEqual([]);
  });

  const names = ['trader1', 'trader2', 'observer', 'risk', 'finance', 'asset'];
  const takenAddresses = () =>
    Promise.all(names.map(async (name) => (await server.store.users.byLogin(name))?.email ?? `${name}@none.example`));
  /** The answers to both in ms, asked in turns. `prepare`: what comes before the call that is timed. */
  async function timed(known: readonly string[], prepare: (one: string) => Promise<() => Promise<unknown>>, unknown = 'timed') {
    const [mine, none]: [number[], number[]] = [[], []];
    const take = async (times: number[], one: string): Promise<void> => {
      const ask = await prepare(one);
      const begunMs = performance.now();
      await ask();
      times.push(performance.now() - begunMs);
    };
    for (const [at, one] of known.entries()) {
      await take(mine, one);
      await take(none, `${unknown}${at}@people.example`);
    }
    return [mine, none] as const;
  }
  const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  /** Work that only one of the two asks for, such as a letter that is waited for, takes longer; where all answers are slow the machine is busy. */
  function expectAlike(known: readonly number[], unknown: readonly number[]): void {
    const [mine, none] = [median(known), median(unknown)];
    expect(Math.abs(mine - none)).toBeLessThan(Math.max(40, Math.max(mine, none) / 2));
  }

  it('is not told by the time either', async () => {
    const [known, unknown] = await timed(await takenAddresses(), async (email) => {
      const query = { email, ...(await kit.captcha()) };
      return () => guest.call('forgetPasswordEmail', { query });
    });
    expectAlike(known, unknown);
  });

  it('is not told by how long a code of registration takes, nor an account that is opened without one', async () => {
    // One network is given so many codes an hour.
    clock.ahead(60 * 60_000);
    await confirmAgain(server, admin, 'admin');
    const addresses = await takenAddresses();
    const codes = await timed(
      addresses,
      async (email) => {
        const query = { email, ...(await kit.captcha()) };
        return () => guest.call('captchaEmail', { query });
      },
      'coded',
    );
    const accounts = await timed(
      addresses,
      async (email) => {
        const query = await kit.captcha();
        const body = { username: `late_${email.split('@')[0]}`, password: 'quiet-Harbour-74', terms: true as const, email, code: '123456' };
        return async () => expect(await numberOf(guest.call('register', { query, body }))).toBe(42470);
      },
      'opened',
    );
    for (const [known, unknown] of [codes, accounts]) expectAlike(known, unknown);
  });

  it('nor is a name by how long a sign-in with it takes: a password is held against something in any case', async () => {
    /** Of the machine's time, in µs, what this process took for it: others that are busy beside it change nothing of that. */
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const costOf = async (account: string): Promise<number> => {
      const query = await solved(await guest.call('captchaGenerate'));
      const body = { account, password: 'wrong-Harbour-7' };
      return cost(() => expect(guest.call('login', { query, body })).rejects.toThrow('LOGIN_WRONG'));
    };
    const hasher = new PasswordHasher();
    const [known, unknown, hashes]: [number[], number[], number[]] = [[], [], []];
    for (const [at, name] of [...names, ...names].entries()) {
      known.push(await costOf(name));
      unknown.push(await costOf(`timed${at}`));
      hashes.push(await cost(() => hasher.hash('wrong-Harbour-7')));
    }
    // The cheapest of each: what the server does of itself meanwhile only adds to them.
    expect(Math.abs(Math.min(...known) - Math.min(...unknown))).toBeLessThan(Math.min(...hashes) * 0.6);
  });

  it('nor is a user name, to who holds no code', async () => {
    const words = async (username: string) => {
      const { number, params } = await refusalOf(kit.register({ username, email: 'eve@people.example', code: '123456' }));
      return [number, params];
    };
    expect(await words('owner')).toEqual(await words('nobody_has_this'));
  });
});

describe('a code', () => {
  it('is not guessed: after five wrong ones the right one opens nothing', async () => {
    const { code } = await kit.letter('guessed@people.example');
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => numberOf(kit.register({ username: 'guesser', email: 'guessed@people.example', code: other(code) }))),
    );
    expect(new Set(tries)).toEqual(new Set([42470]));
    expect(await numberOf(kit.register({ username: 'guesser', email: 'guessed@people.example', code }))).toBe(42470);
  });

  it('opens nothing of another address or purpose', async () => {
    const { code } = await kit.letter('mine@people.example');
    expect(await numberOf(kit.register({ username: 'thief', email: 'yours@people.example', code }))).toBe(42470);
    expect(await numberOf(reset('owner@people.example', code))).toBe(42470);
    expect(await numberOf(reset('mine@people.example', code))).toBe(42470);
    expect(await numberOf(kit.register({ username: 'mine', email: 'mine@people.example', code }))).toBe(200);
    expect(await numberOf(kit.register({ username: 'mine_2', email: 'mine@people.example', code }))).toBe(42470);
  });

  it('is not sent by the thousand, nor for a captcha that was used', async () => {
    const query = { email: 'flooded@people.example', ...(await kit.captcha()) };
    const sent = await Promise.all(Array.from({ length: 6 }, () => numberOf(guest.call('captchaEmail', { query }))));
    expect(sent.filter((one) => one === 200)).toHaveLength(1);
    expect(sent.filter((one) => one === 40103)).toHaveLength(5);
    const again = await numberOf(guest.call('captchaEmail', { query: { ...query, ...(await kit.captcha()) } }));
    expect(again).toBe(42901);
    expect(
      await numberOf(guest.call('captchaEmail', { query: { email: 'no@people.example', captcha_id: 'none-at-all', captcha_value: '1' } })),
    ).toBe(40103);
  });
});

it('of many who register with one name one wins, and one code makes one account', async () => {
  const addresses = ['one@race.example', 'two@race.example', 'three@race.example'];
  const codes = await Promise.all(addresses.map(async (email) => ({ email, code: (await kit.letter(email)).code })));
  const raced = await Promise.all(codes.map((one) => numberOf(kit.register({ username: 'racer', ...one }))));
  expect([...raced].sort()).toEqual([200, 40944, 40944]);
  // Who lost still holds his code: it makes one account, under whichever of many names.
  const loser = codes[raced.indexOf(40944)] ?? { email: '', code: '' };
  const names = ['racer_a', 'racer_b', 'racer_c'];
  const twice = await Promise.all(names.map((username) => numberOf(kit.register({ username, ...loser }))));
  expect(twice.filter((one) => one === 200)).toHaveLength(1);
  const people = await server.store.users.list({ search: '@race.example', limit: 10 });
  expect(new Set(people.items.map(({ email }) => email)).size).toBe(people.items.length);
});

it('a password is kept as a slow hash with a salt of its own, and nowhere as it was typed', async () => {
  const made = ['salt_one', 'salt_two'].map((username) => ({ username, email: `${username}@people.example` }));
  for (const one of made) await kit.register({ ...one, code: (await kit.letter(one.email)).code });
  const kept = await Promise.all(made.map(async ({ username }) => (await server.store.users.byLogin(username))?.passwordHash ?? ''));
  // Argon2id in two passes over 19 MiB, and both have chosen the same password.
  for (const one of kept) expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43,}$/);
  expect(new Set(kept.map((one) => one.split('$')[4])).size).toBe(2);
  const tables = await server.store.sql.run<{ readonly name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const typed = tables.map(({ name }) => `select '${name}' as name from "${name}" t where t::text like '%quiet-Harbour-74%'`);
  expect(await server.store.sql.run(typed.join(' union all '))).toEqual([]);
});

it('nobody gives himself a role, a level or somebody who brought him', async () => {
  const { code } = await kit.letter('self@people.example');
  for (const change of [{ role: 'admin' }, { vip_level: 3 }, { invited_by: 'admin' }, { demo: true }, { terms: false }])
    expect(await numberOf(kit.register({ username: 'self', email: 'self@people.example', code, ...change } as never))).toBe(40001);
  expect(await server.store.users.byLogin('self')).toBeNull();
});
