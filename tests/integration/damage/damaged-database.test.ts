import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { noSmallDisk, SmallDisk } from '../../kit/disks/small-disk.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The product's own start: how it ended, and what it said to the operator. */
const start = (dataFolder: string): Promise<{ readonly code: unknown; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, TESSERA_PORT: '0', TESSERA_DATA: dataFolder };
    const call = ['--liftoff-only', '--import', 'tsx', main];
    execFile(process.execPath, call, { env, timeout: 115_000 }, (error, _stdout, stderr) => resolve({ code: error?.code, said: stderr }));
  });

it.each([
  ['its control file is overwritten', (database: string) => writeFileSync(join(database, 'global', 'pg_control'), Buffer.alloc(8192, 7))],
  [
    'its log is gone',
    (database: string) => {
      for (const name of readdirSync(join(database, 'pg_wal')).filter((one) => one.startsWith('0'))) rmSync(join(database, 'pg_wal', name));
    },
  ],
  ['it is of another version', (database: string) => writeFileSync(join(database, 'PG_VERSION'), '12\n')],
])(
  'refuses to start with one sentence that says what to do when the database does not open: %s',
  async (_, damage) => {
    const folder = await freshDataDir();
    folders.push(folder);
    damage(join(folder, 'database'));
    const { code, said } = await start(folder);
    expect(code).toBe(1);
    expect(said).toContain(`the database in ${join(folder, 'database')} cannot be opened and is probably damaged`);
    expect(said).toMatch(/Restore a backup of the whole data folder\..*npm run recover/);
    expect(said).not.toContain('    at ');
  },
  120_000,
);

const disk = SmallDisk.mount(24);
if (disk === null) console.warn(noSmallDisk);
afterAll(() => disk?.unmount());

it.skipIf(disk === null)(
  'ends a first start that cannot make its database with one sentence that says what to do, and leaves nothing of it',
  async () => {
    const folder = join((disk as SmallDisk).path, 'data');
    const { code, said } = await start(folder);
    expect(code).toBe(1);
    expect(said).toMatch(
      /STORE_FAILED: the database in .* could not be made \(the disk is full\)\. Nothing is left of it: see that the disk has 100 MB of room/,
    );
    expect(said).not.toContain('    at ');
    expect(said).not.toContain('Command failed');
    expect(readdirSync(folder).filter((name) => name.startsWith('database'))).toEqual([]);
  },
  120_000,
);
