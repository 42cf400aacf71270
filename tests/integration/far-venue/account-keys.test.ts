import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import errorTexts from '../../../locales/en/errors.json';
import type { ProductRoutes } from '../../../schemas/wire/index.ts';
import type { BodyOf } from '../../../schemas/wire/route.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { farHost, farPlugin } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { startFarExchange } from '../../kit/venues/open-far-venue.ts';

/** People bring accounts that they have at an exchange elsewhere, by the keys that they got there. */

let far: Awaited<ReturnType<typeof startFarExchange>>;
let exchange: FarServer;
let server: TestServer;
let trader: HttpClient;
const log: string[] = [];
const ann = { apiKey: 'key-of-ann-0123', secretKey: 'secret-of-ann-4567', passphrase: 'tulip-of-ann-8901' };

beforeAll(async () => {
  far = await startFarExchange({ longestMs: 5, listed: [testInstrument.id] });
  exchange = await FarServer.start(far.far, far.line);
  exchange.customers.push(ann);
  process.env[farHost] = exchange.host;
  const plugins = [farPlugin(exchange.host), pluginSource('venue-house'), pluginSource('service-accounts')];
  server = await startTestServer({ plugins, onLog: (line) => log.push(line) });
  trader = await server.signIn('trader1');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await exchange?.close();
  await far?.remove();
});

type Typed = BodyOf<ProductRoutes['accountSaveKeys']>;
const typed = (changes: Partial<Typed> = {}): Typed => ({
  ...{ name: 'Mine far away', exchange: 'aurora', permissions: ['spot'], group_id: null, expire_time: null },
  ...{ api_key: ann.apiKey, secret_key: ` ${ann.secretKey}\n`, passphrase: ann.passphrase },
  ...changes,
});
const save = (changes: Partial<Typed> = {}) => trader.call('accountSaveKeys', { body: typed(changes) });
const refused = async (call: Promise<unknown>) => {
  const { number, params } = await refusalOf(call);
  return [errorCodeOf(number), params.field];
};
const own = async () => (await trader.call('accountOwn')).accounts.map(({ name }) => name);
/** What the database has of keys. */
const sealed = () =>
  server.store.sql.run<{ readonly name: string; readonly sealed: string }>(
    "select name, sealed from plugin_secret where name like 'account/%' order by name",
  );

it('says of each exchange what it wants, and refuses by field what is missing or wrong, with nothing made', async () => {
  const before = await own();
  const { exchanges } = await trader.call('accountOwn');
  expect(Object.fromEntries(exchanges.map(({ exchange: of, keys }) => [of, keys]))).toEqual({
    aurora: 'keys-and-passphrase',
    tessera: 'none',
  });
  const { api_key: _a, secret_key: _s, passphrase: _p, ...bare } = typed();
  expect(await refused(trader.call('accountSave', { body: bare }))).toEqual(['FORM_FIELD_EMPTY', 'api_key']);
  expect(await refused(save({ secret_key: ' ' }))).toEqual(['FORM_FIELD_EMPTY', 'secret_key']);
  expect(await refused(save({ passphrase: null }))).toEqual(['FORM_FIELD_EMPTY', 'passphrase']);
  for (const wrong of [{ api_key: 'key-of-nobody-0123' }, { secret_key: 'secret-of-nobody' }, { passphrase: 'rose' }])
    expect(await refused(save(wrong))).toEqual(['ACCOUNT_KEYS_WRONG', 'api_key']);
  expect(await refused(save({ secret_key: 'short' }))).toEqual(['ACCOUNT_KEYS_WRONG', 'secret_key']);
  expect(errorTexts.ACCOUNT_KEYS_WRONG).toBe('Incorrect API key, please check the account settings!');
  expect(await refused(save({ exchange: 'tessera' }))).toEqual(['ACCOUNT_KEYS_NEEDLESS', undefined]);
  expect([await own(), await sealed()]).toEqual([before, []]);
});

it('keeps right ones sealed for the venue alone, in no answer and no line of the log, and trades with the account', async () => {
  const { api_id } = await save();
  const rows = await sealed();
  expect(rows.map(({ name }) => name)).toEqual(['key', 'passphrase', 'secret'].map((name) => `account/${api_id}/${name}`));
  expect(server.room.venues.venue('aurora')?.accounts(api_id)).toHaveLength(1);
  const told = JSON.stringify([
    await trader.call('accountOwn'),
    await trader.call('apiList'),
    await server.store.audit.page({ limit: 50 }),
  ]);
  for (const secret of Object.values(ann)) {
    expect(told).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  for (const secret of Object.values(ann)) expect(log.join('')).not.toContain(secret);
});

it('changes them for others that hold, leaves them alone when only the name changes, and forgets them with the account', async () => {
  const { accounts } = await trader.call('accountOwn');
  const api_id = accounts.find(({ name }) => name === 'Mine far away')?.api_id ?? 0;
  const before = await sealed();
  const { api_key: _a, secret_key: _s, passphrase: _p, exchange: _e, ...terms } = typed({ name: 'Farther' });
  expect(await trader.call('accountSave', { body: { ...terms, api_id } })).toMatchObject({ name: 'Farther' });
  expect(await sealed()).toEqual(before);
  expect(await refused(save({ ...terms, api_id, passphrase: 'rose' }))).toEqual(['ACCOUNT_KEYS_WRONG', 'api_key']);
  expect(await sealed()).toEqual(before);
  const next = { ...ann, secretKey: 'secret-of-ann-8901' };
  exchange.customers.push(next);
  await save({ ...terms, api_id, secret_key: next.secretKey });
  expect((await sealed()).map(({ sealed: one }) => one)).not.toEqual(before.map(({ sealed: one }) => one));
  await trader.call('accountDelete', { body: { api_id } });
  expect(await sealed()).toEqual([]);
});

it('tells their owner by its end which key it is, from where it is used, and when he came in last, and nobody else', async () => {
  const { api_id } = await save({ name: 'Bound', ip_list: ['203.0.113.7', '10.0.0.0/8'] });
  const shown = async () => (await trader.call('apiList')).find((one) => one.api_id === api_id);
  const trace = { ip_list: ['203.0.113.7', '10.0.0.0/8'], key_end: '0123', login_ip: '127.0.0.1' };
  expect(await shown()).toMatchObject({ ...trace, expire_time: null });
  const [last] = (await trader.call('loginLogList', { query: {} })).filter(({ outcome }) => outcome === 'OK');
  expect((await shown())?.login_time).toBe(last?.time);
  expect(await trader.call('accountOwn')).toMatchObject({ login_ip: '127.0.0.1', login_time: last?.time });
  const { api_key: _a, secret_key: _s, passphrase: _p, exchange: _e, ...terms } = typed({ name: 'Bound' });
  const change = (ip_list?: string[]) => trader.call('accountSave', { body: { ...terms, api_id, ...(ip_list && { ip_list }) } });
  expect(await change()).toMatchObject({ ip_list: trace.ip_list, key_end: '0123' });
  expect(await refused(change(['203.0.113.7', '300.1.1.1']))).toEqual(['REQUEST_INVALID', 'ip_list.1']);
  // Nobody knows what an exchange wants that is closed.
  const closed = vi.spyOn(server.room.venues, 'venue').mockReturnValue(null);
  try {
    expect(await refused(change(['203.0.113.8']))).toEqual(['VENUE_UNAVAILABLE', undefined]);
    expect(await refused(save({ ...terms, api_id }))).toEqual(['VENUE_UNAVAILABLE', undefined]);
  } finally {
    closed.mockRestore();
  }
  expect(await change([])).toMatchObject({ ip_list: [] });
  const [emptied] = (await server.store.audit.page({ subject: `account/${api_id}`, limit: 1 })).items;
  expect(emptied).toMatchObject({ action: 'account.changed', before: { ip_list: trace.ip_list }, after: { ip_list: null } });
  const house = { ...terms, name: 'House', exchange: 'tessera' };
  expect(await refused(trader.call('accountSave', { body: { ...house, ip_list: ['1.2.3.4'] } }))).toEqual(['REQUEST_INVALID', 'ip_list']);
  const other = await server.signIn('trader2');
  const grant = { api_id, grantee: 'trader2', acts: ['see' as const], until: null };
  await trader.call('authorisationGive', { body: grant });
  const theirs = (await other.call('apiList')).find((one) => one.api_id === api_id);
  expect(Object.keys(theirs ?? {}).filter((name) => name in trace || name === 'expire_time' || name === 'login_time')).toEqual([]);
});
