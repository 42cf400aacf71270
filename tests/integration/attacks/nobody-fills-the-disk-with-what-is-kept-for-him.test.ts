import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const megabyte = 1024 ** 2;
/** Text that cannot be compressed. */
const heavy = (bytes: number): string => randomBytes((bytes * 3) / 4).toString('base64');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { TESSERA_USER_QUOTA_MB: '1' } });
});
afterAll(() => server.close());

const createLayout = (user: HttpClient, name: string, bytes: number) =>
  user.call('layoutCreate', { body: { name, version: 2, content: { text: heavy(bytes) } } });
const saveDocument = (user: HttpClient, kind: string, bytes: number, revision = 0) =>
  user.call('documentSave', { body: { kind, key: 'a', revision, content: { text: heavy(bytes) } } });

describe('everything that is stored for a user has one quota', () => {
  it('which deleted workspaces share and give way to, the oldest first, however often they are made and deleted', async () => {
    const user = await server.signIn('trader0');
    const ids: string[] = [];
    for (let cycle = 0; cycle < 15; cycle++) {
      const { id } = await createLayout(user, `cycle ${cycle}`, 300_000);
      await user.call('layoutDelete', { body: { id } });
      ids.push(id);
    }
    const { quota, used } = await user.call('storage');
    expect(quota).toBe(megabyte);
    expect(used).toBeLessThanOrEqual(megabyte);
    expect((await refusalOf(user.call('layoutRestore', { body: { id: ids[0] ?? '' } }))).number).toBe(errorCatalogue.LAYOUT_UNKNOWN.number);
    expect(await user.call('layoutRestore', { body: { id: ids.at(-1) ?? '' } })).toMatchObject({ name: 'cycle 14' });
  });

  it('of which a refusal says how much it is, what is used and where, and after which less is always taken', async () => {
    const user = await server.signIn('trader1');
    await createLayout(user, 'one', 400_000);
    for (const kind of ['a', 'b', 'c']) await saveDocument(user, kind, 180_000);
    const error = await refusalOf(createLayout(user, 'two', 400_000));
    expect([error.number, error.params]).toEqual([
      errorCatalogue.STORAGE_FULL.number,
      { quotaMb: '1.0', usedMb: '0.9', workspacesMb: '0.4', documentsMb: '0.5', backtestsMb: '0.0', alertsMb: '0.0' },
    ]);
    expect((await user.call('layoutList')).layouts.map(({ name }) => name)).not.toContain('two');
    expect((await refusalOf(saveDocument(user, 'd', 200_000))).number).toBe(errorCatalogue.STORAGE_FULL.number);
    expect((await refusalOf(user.call('configSave', { body: { config_json: JSON.stringify({ text: heavy(200_000) }) } }))).number).toBe(
      errorCatalogue.STORAGE_FULL.number,
    );
    expect(await saveDocument(user, 'a', 1_000, 1)).toEqual({ revision: 2 });
    expect(await saveDocument(user, 'd', 150_000)).toEqual({ revision: 1 });
  });

  it('which many saves at once cannot pass either', async () => {
    const user = await server.signIn('trader2');
    const saves = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => saveDocument(user, `k${at}`, 180_000)));
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { used, kinds } = await user.call('storage');
    expect(used).toBeLessThanOrEqual(megabyte);
    expect(kinds.find(({ kind }) => kind === 'documents')?.bytes).toBeGreaterThan(900_000);
  });
});
