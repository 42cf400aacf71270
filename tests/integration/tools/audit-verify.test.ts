import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { openAudit } from '../../kit/stored/open-audit.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await freshDataDir();
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** Of the stopped installation. */
async function writing(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ dataDir: dataFolder });
  await work(store).finally(() => store.close());
}

/** As an operator calls it. */
const verify = (data = dataFolder) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const environment = { PATH: process.env.PATH, TESSERA_DATA: data };
    execFile(process.execPath, ['--import', 'tsx', 'scripts/audit-verify.ts'], { cwd: root, env: environment }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}`.trim() }),
    );
  });

it('says how far the audit log is unbroken, and names the first entry that somebody has changed', async () => {
  const entry = { timeMs: 1, actor: 'system', action: 'person.created', subject: 'person/ann', before: null, after: { role: 'user' } };
  await writing(async ({ audit }) => {
    for (let at = 0; at < 3; at++) await audit.append(entry);
  });
  expect(await verify()).toEqual({ code: 0, said: expect.stringMatching(/^3 entries, unbroken to [0-9a-f]{64}$/) });
  await writing(async ({ sql }) => {
    for (const statement of [...openAudit, `update audit_log set after = '{"role":"admin"}' where id = 2`]) await sql.run(statement);
  });
  expect(await verify()).toEqual({ code: 1, said: 'Entry 2 is the first broken one: it is not what its hash was made of' });
  expect(await verify(`${dataFolder}-of-nobody`)).toMatchObject({ code: 1, said: expect.stringContaining('there is no database') });
}, 300_000);

it('leaves a database of an older version as it is, and says what to do', async () => {
  const folder = await freshDataDir();
  const within = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ dataDir: folder, leaveAsIs: true });
    return work(store).finally(() => store.close());
  };
  try {
    await (await openStore({ dataDir: folder })).close();
    await within(({ sql }) => sql.run('delete from schema_migration where id = (select max(id) from schema_migration)'));
    for (const _ of ['once', 'and again, as nothing has changed'])
      expect(await verify(folder)).toEqual({ code: 1, said: expect.stringMatching(/^STORE_OLDER: .*start the server once/) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
