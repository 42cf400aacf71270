/** `npm run keys:rotate [-- --to FILE | --lost]`: puts a new master key in the place of the present one. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MasterKeys, masterKeyOf, nextKeyFile, takeNextKey, writeMasterKey } from '../server/secrets/master-key.ts';
import { giveKeysUp, rotateKeys } from '../server/secrets/rotate-keys.ts';
import { newKey } from '../server/secrets/sealed-text.ts';
import { readSettings, SettingError } from '../server/settings.ts';
import { openStore } from '../server/store/open-store.ts';
import { StoreError } from '../server/store/store-error.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run keys:rotate [-- options]

Makes a new master key and a new key that seals from now on. What was sealed before stays readable, and the former master key opens nothing more.
The settings are those of npm start. With a PostgreSQL servers may run: those that read the key from a file or a command take it up within seconds,
others at their next start. With the embedded database the server must be stopped.

  --to FILE   writes the new master key to this file, which must not be there yet: needed where the key is given by TESSERA_MASTER_KEY or a command.
              Put it where the server finds it before its next start
  --lost      the present master key is gone for good: begins anew. Codes of second factors, keys of exchanges and letters that wait open no more`;
const { values } = readCommandLine(usage, { options: { to: { type: 'string' }, lost: { type: 'boolean', default: false } } });

try {
  process.exitCode = await rotate();
} catch (error) {
  if (error instanceof SettingError) refuseCall(error.message, usage);
  console.error(error instanceof StoreError ? error.message : error);
  process.exitCode = 1;
}

async function rotate(): Promise<number> {
  const settings = readSettings(process.env, []);
  if (settings.databaseUrl === null && !existsSync(join(settings.dataFolder, 'database'))) {
    console.error(`there is no database in ${settings.dataFolder}: TESSERA_DATA names the data folder`);
    return 1;
  }
  const master = masterKeyOf(settings);
  if (values.lost && values.to !== undefined)
    refuseCall('--lost begins anew under the key that the settings give; it takes no --to', usage);
  if (!values.lost && values.to === undefined && master.file === null)
    refuseCall(`${master.origin} gives the key: name a file for the new one with --to`, usage);
  if (values.to !== undefined && existsSync(values.to)) refuseCall(`--to: ${values.to} is there already`, usage);
  const store = await openStore({ dataDir: settings.dataFolder, databaseUrl: settings.databaseUrl ?? undefined });
  try {
    if (values.lost) {
      await giveKeysUp(store, master.current, Date.now());
      console.log('Keys begin anew; what was sealed before opens no more');
      return 0;
    }
    const next = preparedKey(master);
    if ((await rotateKeys({ store, current: master.current, next, nowMs: Date.now() })) === null) {
      console.error(`${master.origin} is not the master key that the secrets in this database are kept under; nothing has changed`);
      return 1;
    }
    if (values.to === undefined && master.file !== null) takeNextKey(master.file);
    console.log(told(master));
    return 0;
  } finally {
    await store.close();
  }
}

/** On the disk before the database knows of it: a change that is cut off here is finished by the next start. */
function preparedKey(master: MasterKeys): Buffer {
  const next = newKey();
  writeMasterKey(values.to === undefined ? nextKeyFile(master.file ?? '') : resolve(values.to), next);
  return next;
}

function told(master: MasterKeys): string {
  return values.to === undefined
    ? `The master key is changed: ${master.file} holds the new one. Backups of before need the former`
    : `The master key is changed: ${resolve(values.to)} holds the new one. Put it in the place of ${master.origin} before the next start`;
}
