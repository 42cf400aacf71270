import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { Envelope } from '../../../schemas/wire/route.ts';
import { createLogger } from '../../../server/logger.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import { solved } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** Each try does the work that a browser does, and the server hashes what was tried. A proxy tells of the network that it comes from. */
const clock = new AheadClock(createLogger('silent', () => undefined));
let server: TestServer;
const log: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ clock, onLog: (line) => void log.push(line), environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1' } });
}, 60_000);
afterAll(() => server?.close());

const passwordOf = (name: string): string => server.demoAccounts.find(({ username }) => username === name)?.password ?? '';

interface Answer {
  readonly said: string;
  readonly retryAfterS: number;
}

async function tryIn(network: string, account: string, password: string): Promise<Answer> {
  const query = await solved(await server.guest().call('captchaGenerate'));
  const response = await fetch(`${server.url}${httpBase}${routes.login.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ account, password }),
  });
  const { code, params } = (await response.json()) as Envelope<unknown>;
  return { said: code === 200 ? 'in' : (errorCodeOf(code) ?? String(code)), retryAfterS: Number(params?.retryAfterS ?? 0) };
}

async function tries(list: readonly (readonly [network: string, account: string, password: string])[]): Promise<readonly string[]> {
  const said: string[] = [];
  for (const one of list) said.push((await tryIn(...one)).said);
  return said;
}
const row = <T>(length: number, of: (at: number) => T): readonly T[] => Array.from({ length }, (_, at) => of(at));

describe('a list of stolen passwords, tried from one network', () => {
  it('is stopped before the pair that would open an account, while everybody else signs in', async () => {
    const thief = '203.0.113.7';
    // Some of the names are of people here, and none of the answers says which.
    const names = ['trader1', 'admin', 'finance', ...row(31, (at) => `customer${at}`)];
    const said = await tries(names.map((name) => [thief, name, 'Summer-2024!']));
    expect(said).toEqual([...row(30, () => 'LOGIN_WRONG'), ...row(4, () => 'LOGIN_LOCKED')]);
    // The log has each that was looked at, from where, and not what was typed; those of people here stand in their own lists.
    const unknown = log.filter((line) => line.includes('a name that nobody has'));
    expect(unknown.filter((line) => line.includes(`"ip":"${thief}"`))).toHaveLength(27);
    expect(unknown.join()).not.toMatch(/customer|Summer/);
    // The one that was reused.
    expect((await tryIn(thief, 'trader2', passwordOf('trader2'))).said).toBe('LOGIN_LOCKED');
    for (const name of ['trader1', 'trader2', 'admin']) expect((await tryIn('198.51.100.20', name, passwordOf(name))).said).toBe('in');
  }, 60_000);
});

describe('many passwords for one account', () => {
  it('from one network end with the right one refused, until the wait is over', async () => {
    const thief = '203.0.114.9';
    const said = await tries(row(8, (at) => [thief, 'trader3', `Guess-${at}-times`]));
    expect(said).toEqual([...row(5, () => 'LOGIN_WRONG'), ...row(3, () => 'LOGIN_LOCKED')]);
    const { said: told, retryAfterS } = await tryIn(thief, 'trader3', passwordOf('trader3'));
    expect(told).toBe('LOGIN_LOCKED');
    expect(retryAfterS).toBeGreaterThan(1);
    // Its owner comes in elsewhere, and that lets nobody else go on.
    expect((await tryIn('198.51.100.33', 'trader3', passwordOf('trader3'))).said).toBe('in');
    expect((await tryIn(thief, 'TRADER3', passwordOf('trader3'))).said).toBe('LOGIN_LOCKED');
    clock.ahead(retryAfterS * 1000);
    expect((await tryIn(thief, 'trader3', passwordOf('trader3'))).said).toBe('in');
  }, 60_000);

  it('from a network each cost ever more work, and never the owner, where he has been before', async () => {
    const home = '198.51.100.40';
    expect((await tryIn(home, 'observer', passwordOf('observer'))).said).toBe('in');
    const said = await tries(row(40, (at) => [`100.${at + 70}.3.1`, 'observer', `Guess-${at}-times`]));
    expect(said.slice(0, 20)).toEqual(row(20, () => 'LOGIN_WRONG'));
    expect(said.at(-1)).toBe('LOGIN_WORK_NEEDED');
    expect((await tryIn('100.200.3.1', 'observer', passwordOf('observer'))).said).toBe('LOGIN_WORK_NEEDED');
    expect((await tryIn(home, 'observer', passwordOf('observer'))).said).toBe('in');
  }, 60_000);
});
