import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KernelStartError } from '../core/kernel/index.ts';
import { createServer } from './app.ts';
import { demoFunds } from './demo/demo-people.ts';
import { createLogger, type RootLogger } from './logger.ts';
import { commitOf } from './operations/commit-of.ts';
import { readableLine } from './readable-line.ts';
import type { RunningServer } from './running-server.ts';
import { readSettings, SettingError, type Settings, settingTable } from './settings.ts';
import { endOnSignal } from './start/end-on-signal.ts';
import { shownAddress } from './start/shown-address.ts';
import { StartLines } from './start/start-lines.ts';
import { StoreError } from './store/store-error.ts';
import { unknownSettings, unknownSettingText } from './unknown-settings.ts';

/** Repository root, whether this runs from `server/` or built from `dist/server/`. */
const here = dirname(fileURLToPath(import.meta.url));
const root = [join(here, '..'), join(here, '..', '..')].find((folder) => existsSync(join(folder, 'package.json'))) ?? here;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env, process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const known = Object.values(settingTable).map((row) => `  ${row.name.padEnd(24)} ${row.meaning}; ${row.rule}`);
    console.error(`${error.message}\n\nSettings:\n${known.join('\n')}`);
    process.exit(2);
  }
}

/** Secrets for the person at the terminal: on standard output only, never in the log. What to open stands last. */
function introduce(server: RunningServer, host: string): void {
  const address = shownAddress(host, server.port);
  if (server.demoAccounts.length > 0) console.log('\nDemo accounts (this machine only):');
  for (const { username, password, role, vipLevel } of server.demoAccounts) {
    console.log(`  ${username.padEnd(16)} ${password}   ${role}, VIP ${vipLevel}`);
  }
  if (server.demoAccounts.length > 0) {
    const funds = Object.entries(demoFunds).map(([asset, amount]) => `${amount} ${asset}`);
    console.log(`Each began on every exchange with ${funds.join(', ')}, as far as the exchange lists them.`);
  }
  const { setUpToken } = server;
  // Behind the `#`, where no browser sends it and no proxy writes it down.
  const opened = setUpToken === null ? `runs at ${address}` : `has no administrator yet: set it up at ${address}/set-up#${setUpToken}`;
  console.log(`\nTessera ${version} ${opened}\n`);
}

interface Log {
  readonly logger: RootLogger;
  /** The product has said what to open. */
  readonly introduced: () => void;
}

/** JSON for machines. Whoever sits at a terminal reads lines, of what needs him alone, and after what to open, until he asks for more. */
function openLog({ logLevel }: Settings): Log {
  if (!process.stdout.isTTY) return { logger: createLogger(logLevel), introduced: () => undefined };
  // A terminal that has been closed takes no more lines, which is no reason to end.
  process.stdout.on('error', () => undefined);
  const after = (ms: number, task: () => void) => {
    const timer = setTimeout(task, ms).unref();
    return () => clearTimeout(timer);
  };
  const lines = new StartLines((line) => process.stdout.write(readableLine(line)), after);
  const isAsked = process.env[settingTable.logLevel.name] !== undefined;
  if (isAsked) lines.release();
  return { logger: createLogger(isAsked ? logLevel : 'warn', (line) => lines.take(line)), introduced: () => lines.release() };
}

async function main(): Promise<void> {
  const settings = settingsOrExit();
  const { logger, introduced } = openLog(settings);
  for (const found of unknownSettings(process.env)) logger.warn({ ...found }, unknownSettingText(found));
  const fail = (error: unknown, text: string): never => {
    logger.error({ err: error }, text);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => fail(error, 'an error reached nobody; the server ends'));
  process.on('unhandledRejection', (error) => fail(error, 'a rejection reached nobody; the server ends'));
  try {
    const clientFolder = join(root, 'dist', 'client');
    const onLost = (error: Error): void => {
      console.error(error.message);
      fail(error, 'the server cannot go on with its data; it ends');
    };
    await endOnSignal(logger, async (stop) => {
      const server = await createServer({
        settings,
        logger,
        version,
        commit: commitOf(root),
        clientFolder,
        onLost,
        stop,
        processFigures: true,
      });
      introduce(server, settings.host);
      introduced();
      return server;
    });
  } catch (error) {
    const isPlain = error instanceof StoreError || error instanceof KernelStartError || error instanceof SettingError;
    if (!isPlain) fail(error, 'the server cannot start');
    else {
      // Says what to do; a stack would say where in the code it was noticed.
      console.error(error.message);
      logger.error({ problem: error.message }, 'the server cannot start');
      process.exit(1);
    }
  }
}

await main();
