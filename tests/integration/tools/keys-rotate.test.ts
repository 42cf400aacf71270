import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { masterKeyIn } from '../../kit/keys.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

/** As an operator calls it. */
const rotate = (parameters: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const environment = { PATH: process.env.PATH, TESSERA_DATA: dataFolder, ...settings };
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
