import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { createServer } from '../../../server/app.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import { installedPlugins } from '../../../server/plugins/plugin-folders.ts';
import { readSettings } from '../../../server/settings.ts';
import { endOnSignal } from '../../../server/start/end-on-signal.ts';
import { faultIn, faultyFileSystem } from '../disks/faulty-disk.ts';
import { kitFolders } from './bundled-plugins.ts';
import { CalmClock } from './calm-clock.ts';
import { chosenPlugins } from './chosen-plugins.ts';
import { kitWork } from './http-client.ts';
import type { DepositRequest, ServerWish } from './server-process.ts';

/**
 * The real server as a process of its own, with little work to sign in: for journeys through the browser and for chaos runs.
 * Settings come from the environment as for `server/main.ts`; `TESSERA_KIT_PLUGINS` (comma-separated folders) narrows the
 * plugins, which are all but the traders of the house otherwise: in its books only people of the test trade; `TESSERA_KIT_CLIENT` names the built client, `TESSERA_KIT_FAULT` a file that says how the journals' disk fails, `TESSERA_KIT_SHIFT` by how many
 * milliseconds the machine's clock is ahead; with `TESSERA_KIT_CALM` it goes by a {@link CalmClock}. Prints one JSON line when ready, and then one for each line on standard
 * input, which asks for a deposit or puts the clock ahead; logs go to standard error.
 */
const settings = readSettings(process.env, process.argv.slice(2));
const logger = createLogger(settings.logLevel, (line) => process.stderr.write(line));
const { TESSERA_KIT_CLIENT: clientFolder = 'dist/client', TESSERA_KIT_PLUGINS: named } = process.env;
const fault = process.env.TESSERA_KIT_FAULT;
let shiftMs = Number(process.env.TESSERA_KIT_SHIFT ?? 0);
const Clock = process.env.TESSERA_KIT_CALM === undefined ? SystemClock : CalmClock;
const clock = new Clock(logger, { wallMs: () => Date.now() + shiftMs, elapsedMs: () => performance.now() });
const server = await endOnSignal(logger, async (stop) =>
  createServer({
    settings,
    logger,
    clock,
    version: '0.0.0-kit',
    clientFolder: resolve(clientFolder),
    plugins: chosenPlugins(await installedPlugins(), named?.split(','), ['demo-house', ...Object.keys(kitFolders)]),
    signInWork: kitWork,
    rateFactor: 1000,
    ...(fault === undefined ? {} : { host: { fileSystem: faultyFileSystem(faultIn(fault)) } }),
    onLost: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
    stop,
  }),
);
// A run that was killed leaves no server behind.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit(1);
}, 1_000).unref();
/** What no call of the product does: money from outside, once per reference, and time that passes at once. */
createInterface({ input: process.stdin }).on('line', async (line) => {
  const wish = JSON.parse(line) as ServerWish;
  if ('aheadMs' in wish) shiftMs += wish.aheadMs;
  const ok = 'aheadMs' in wish || (await deposited(wish));
  process.stdout.write(`${JSON.stringify({ done: wish.reference, ok })}\n`);
});
const deposited = async ({ apiId, asset, amount, reference }: DepositRequest): Promise<boolean> =>
  (await server.room.accounts.deposit(spotAccount(apiId), asset, amount, reference)).ok;
const { url, port, demoAccounts: accounts, setUpToken } = server;
process.stdout.write(`${JSON.stringify({ ready: true, url, port, accounts, setUpToken })}\n`);
