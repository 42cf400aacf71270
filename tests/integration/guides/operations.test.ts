import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { root } from '../../architecture/reading/source-files.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

const guide = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const place = mkdtempSync(join(tmpdir(), 'tessera-operations-'));
/** What the guide calls `.data`. */
const data = join(place, 'data');
/** How it is before each test. */
const backup = join(place, 'backup');
/** What it calls `/path/to/backups`. */
const backups = join(place, 'backups');

afterAll(() => rmSync(place, { recursive: true, force: true }));
beforeAll(async () => {
  const dataFolder = await freshDataDir();
  const server = await startTestServer({ dataFolder });
  const client = await server.signIn('trader1');
  const api_id = (await client.call('apiList'))[0]?.api_id ?? 0;
  for (const price of ['50000', '50001', '50002'])
    await client.call('doOrder', { body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price, qty: '0.001' } });
  await server.close();
  cpSync(dataFolder, backup, { recursive: true });
  rmSync(dataFolder, { recursive: true });
}, 120_000);
beforeEach(() => {
  for (const name of readdirSync(place)) if (name !== 'backup') rmSync(join(place, name), { recursive: true });
  cpSync(backup, data, { recursive: true });
});

/** The commands of the box under a heading, one a line. */
function commandsOf(heading: string): readonly string[] {
  const start = guide.indexOf(`\n## ${heading}\n`);
  const section = guide.slice(start, guide.indexOf('\n## ', start + 1));
  return (/^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '').trim().split('\n');
}

/** Types a command as it stands, but for where the data lies; gives its end and what it said. */
function type(command: string): readonly [code: number, said: string] {
  const typed = command.replaceAll('.data', data).replaceAll('/path/to/backups', backups);
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', TESSERA_DATA: data }, stdio: 'pipe' } as const;
  try {
    return [0, execFileSync('sh', ['-c', typed], options)];
  } catch (error) {
    const { status, stdout, stderr } = error as { readonly status: number; readonly stdout: string; readonly stderr: string };
    return [status, stdout + stderr];
  }
}

async function openOrdersOf(userId: string): Promise<number> {
  const server = await startTestServer({ dataFolder: data });
  const apiIds = (await server.store.apiAccounts.all()).flatMap((account) => (account.userId === userId ? [account.apiId] : []));
  const open = await server.store.orders.open(apiIds);
  await server.close();
  return open.length;
}

it('leads from a damaged database to one that has every order again, typed as it stands', async () => {
  writeFileSync(join(data, 'database', 'global', 'pg_control'), Buffer.alloc(8192, 7));
  const commands = commandsOf('The embedded database is damaged');
  expect(commands).toHaveLength(3);
  const [moved, found, accepted] = commands.map(type);
  expect(moved).toEqual([0, '']);
  expect(found).toEqual([1, expect.stringContaining('the journal knows accounts that the database lacks')]);
  expect(accepted).toEqual([0, expect.stringContaining('accepted')]);
  expect(await openOrdersOf('recovered')).toBe(3);
}, 300_000);

it('takes a backup and restores it, typed as it stands', async () => {
  const taken = commandsOf('Take a backup').map(type);
  expect(taken.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(taken[1]?.[1]).toContain('nothing has happened since');
  expect(taken[2]?.[1]).toMatch(/tessera: through command \d+/);
  expect(taken[3]?.[1]).toContain('files as they were written');
  mkdirSync(join(data, 'lost'));
  const commands = commandsOf('Restore a backup');
  expect(commands).toHaveLength(2);
  const said = commands.map(type);
  expect(said.map(([code]) => code)).toEqual([0, 0]);
  expect(said[0]?.[1]).toMatch(/tessera: command \d+, .*, state hash equal: [0-9a-f]{64}/);
  expect(said[1]?.[1]).toMatch(/tessera: .*database and journal agree/);
  const moved = readdirSync(place).find((name) => name.startsWith('data.moved-')) ?? '';
  expect(readdirSync(join(place, moved))).toContain('lost');
  expect(readdirSync(data)).not.toContain('lost');
  // The key of the folder that was moved is the one of the backup.
  expect(readFileSync(join(data, 'master.key'))).toEqual(readFileSync(join(place, moved, 'master.key')));
}, 300_000);

it('says of a journal that is damaged in its middle that only a backup helps, also to who would accept the loss', () => {
  const file = join(data, 'venues', 'tessera', 'journal', '0000000000000001.journal');
  const journal = readFileSync(file);
  journal.fill(0x55, 700, 704);
  writeFileSync(file, journal);
  for (const command of commandsOf('Journal and database do not belong together')) {
    const [code, said] = type(command);
    expect(code).toBe(1);
    expect(said).toMatch(/tessera: The journal is corrupt in .* at byte \d+/);
    expect(said).toContain('A journal that cannot be read cannot be accepted: restore a backup');
    expect(said).not.toContain('go on without what is missing');
  }
}, 300_000);
