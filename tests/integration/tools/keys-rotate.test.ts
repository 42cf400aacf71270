import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import type { Secrets } from '../../../core/contract/secrets.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { KeptKeys } from '../../../core/replica/kept-keys.ts';
import { masterKeyIn } from '../../kit/keys.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import { plugin as farVenue } from '../../kit/plugins/kit-far/server.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { MailServer } from '../../kit/servers/mail-server.ts';
import { pluginSource, startTestServer } from '../../kit/servers/test-server.ts';
import { farHost, farPlugin } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { startFarExchange } from '../../kit/venues/open-far-venue.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [dataFolder, sealedFolder] = [await freshDataDir(), await freshDataDir()];
afterAll(() => {
  for (const folder of [dataFolder, sealedFolder]) rmSync(folder, { recursive: true, force: true });
});

/** As an operator calls it. */
const rotate = (parameters: readonly string[] = [], settings: Readonly<Record<string, string>> = {}, folder = dataFolder) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const environment = { PATH: process.env.PATH, TESSERA_DATA: folder, ...settings };
    const line = ['--import', 'tsx', 'scripts/keys-rotate.ts', ...parameters];
    execFile(process.execPath, line, { cwd: root, env: environment }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}`.trim() }),
    );
  });

const start = (settings: Readonly<Record<string, string>> = {}) => startTestServer({ dataFolder, environment: settings, plugins: [] });

it('changes the master key of a stopped installation, says where the new one is, and leaves a running one alone', async () => {
  const server = await start();
  const former = masterKeyIn(dataFolder);
  expect(await rotate()).toMatchObject({ code: 1, said: expect.stringMatching(/STORE_LOCKED|in use|running/) });
  await server.close();
  expect(masterKeyIn(dataFolder)).toEqual(former);

  expect(await rotate()).toEqual({ code: 0, said: expect.stringContaining(`${join(dataFolder, 'master.key')} holds the new one`) });
  expect(masterKeyIn(dataFolder)).not.toEqual(former);
  await (await start()).close();
  await expect(start({ TESSERA_MASTER_KEY: former.toString('hex') })).rejects.toThrow(/TESSERA_MASTER_KEY: is not the master key/);

  const given = { TESSERA_MASTER_KEY: masterKeyIn(dataFolder).toString('hex') };
  const file = join(dataFolder, 'elsewhere.key');
  expect(await rotate([], given)).toMatchObject({ said: expect.stringContaining('TESSERA_MASTER_KEY gives the key: name a file') });
  expect(await rotate(['--to', file], given)).toMatchObject({ code: 0, said: expect.stringContaining(`${file} holds the new one`) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await rotate(['--to', file], given)).toMatchObject({ said: expect.stringContaining('is there already') });
  await (await start({ TESSERA_MASTER_KEY_COMMAND: `cat '${file}'` })).close();

  // The key is lost: the start says what to do, and that does it.
  await expect(start()).rejects.toThrow(/npm run keys:rotate -- --lost/);
  expect(await rotate(['--lost'])).toEqual({ code: 0, said: 'Keys begin anew; what was sealed before opens no more' });
  expect([existsSync(join(dataFolder, 'master.key.next')), readFileSync(file, 'utf8')]).toEqual([false, expect.any(String)]);
  await (await start()).close();
}, 300_000);

it('leaves open what was sealed before: keys of an account at an exchange elsewhere, which trades on, a second factor, and the password of the mail server', async () => {
  const account = { user: 'desk', password: 'harbour light' };
  const [far, post] = [await startFarExchange({ longestMs: 5, listed: [testInstrument.id] }), await MailServer.start({ account })];
  const exchange = await FarServer.start(far.far, far.line);
  const ann = { apiKey: 'key-of-ann-0123', secretKey: 'secret-of-ann-4567', passphrase: 'tulip' };
  exchange.customers.push(ann);
  process.env[farHost] = exchange.host;
  let secrets: Secrets | null = null;
  const venue: PluginSource = {
    ...farPlugin(exchange.host),
    load: async () => ({ plugin: listening(farVenue, (given) => (secrets = given)) }),
  };
  const others = ['venue-house', 'service-accounts', 'service-platform', 'service-security'].map(pluginSource);
  const open = () => startTestServer({ dataFolder: sealedFolder, plugins: [venue, ...others] });
  const opened = (apiId: number) => (secrets === null ? null : new KeptKeys(secrets).of(apiId));
  let server = await open();
  try {
    const [trader, admin] = [await server.signIn('trader1'), await server.signIn('admin')];
    const terms = { name: 'Mine far away', exchange: 'aurora', permissions: ['spot' as const], group_id: null, expire_time: null };
    const keys = { api_key: ann.apiKey, secret_key: ann.secretKey, passphrase: ann.passphrase };
    const { api_id } = await trader.call('accountSaveKeys', { body: { ...terms, permissions: ['spot'], ...keys } });
    await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '100000', `paid-${api_id}`);
    const { secret } = await trader.call('securityTotpBegin');
    const codeOf = (aheadMs: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });
    await trader.call('securityTotpConfirm', { body: { code: codeOf(0) } });
    const mail = { host: '127.0.0.1', port: post.port, security: 'starttls' as const, user: account.user, sender: 'desk@firm.example' };
    const named = { ...mail, notify: ['olga@firm.example'], user_password: account.password };
    await admin.call('platformMailChange', { body: { version: 0, server: named, reason: 'our own server' } });
    expect(await opened(api_id)).toEqual(ann);
    const former = masterKeyIn(sealedFolder);
    await server.close();

    expect(await rotate([], {}, sealedFolder)).toMatchObject({ code: 0 });
    expect(masterKeyIn(sealedFolder)).not.toEqual(former);
    secrets = null;
    server = await open();
    expect(await opened(api_id)).toEqual(ann);
    const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
    const back = server.guest();
    const wants = await back.login('trader1', password);
    if (!('wants' in wants)) throw new Error('the second factor is gone');
    await back.step(wants, 'totp', codeOf(30_000));
    const order = { side: 'BUY' as const, type: 'LIMIT' as const, price: '30000', qty: '0.5' };
    const market = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' as const };
    expect(await back.call('doOrder', { body: { api_id, ...market, ...order } })).toMatchObject([{ api_id, status: 'UNFILLED' }]);
    expect(await (await server.signIn('admin')).call('platformMailTest')).toMatchObject({ fault: null });
  } finally {
    await server.close();
    await exchange.close();
    await far.remove();
    await post.close();
  }
}, 300_000);

/** The same plugin, which lets a test look at what it was given to keep secrets by. */
function listening(plugin: typeof farVenue, hear: (secrets: Secrets) => void): typeof farVenue {
  const { far } = plugin.venues ?? {};
  if (far === undefined) throw new Error('the plugin has no such venue');
  return {
    ...plugin,
    venues: {
      far: {
        ...far,
        open: (given, ...rest) => {
          hear(given.secrets);
          return far.open(given, ...rest);
        },
      },
    },
  };
}
