import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxLayoutBytes, maxLayouts } from '../../../core/domain/layout-limits.ts';
import { layoutKeptMs } from '../../../server/gateway/layouts/layout-service.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const content = { root: null, maximised: null, popouts: [] };
const create = (client: HttpClient, name: string) => client.call('layoutCreate', { body: { name, version: 2, content } });

describe('layouts', () => {
  it('are saved by revision: of two windows the second is refused and told the stored one', async () => {
    const client = await server.signIn('trader2');
    const { id, revision } = await create(client, 'Main');
    const save = (from: number) => client.call('layoutSave', { body: { id, version: 2, revision: from, content } });
    expect(await save(revision)).toEqual({ revision: 2 });
    const both = await Promise.allSettled([save(2), save(2)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(save(1))).toMatchObject({ number: 40905, params: { revision: 3 } });
    expect(await client.call('layoutOpen', { query: { id } })).toMatchObject({ name: 'Main', version: 2, revision: 3, content });
  });

  it('know that of the AI dashboard from the moment it is made, whatever is told of tabs meanwhile', async () => {
    const client = await server.signIn('trader2');
    const { id } = await client.call('layoutCreate', { body: { name: 'AI', version: 2, content, ai: true } });
    expect((await client.call('layoutList')).ai).toBe(id);
    await client.call('layoutTabs', { body: { open: [], active: null } });
    expect((await client.call('layoutList')).ai).toBe(id);
    const { id: other } = await create(client, 'Other');
    await client.call('layoutTabs', { body: { open: [other], active: other, ai: other } });
    expect(await client.call('layoutList')).toMatchObject({ ai: other, open: [other] });
    await client.call('layoutDelete', { body: { id: other } });
    expect((await client.call('layoutList')).ai).toBeNull();
  });

  it('tell every window of their owner, and nobody else, when they are saved or reset', async () => {
    const [client, other] = [await server.signIn('trader2'), await server.signIn('trader3')];
    const { id } = await create(client, 'Told');
    const probes = await Promise.all([client, client, other].map(() => StreamProbe.open(server.url)));
    try {
      for (const [at, { token }] of [client, client, other].entries()) {
        await probes[at]?.request({ op: 'auth', token });
        expect(await probes[at]?.request({ op: 'subscribe', topics: ['layouts'] })).toMatchObject({ code: 200 });
      }
      await client.call('layoutSave', { body: { id, version: 2, revision: 1, content } });
      await client.call('layoutReset', { body: { id, revision: 2 } });
      for (const probe of probes.slice(0, 2)) {
        await probe.until(() => probe.ofTopic('layouts').length === 3);
        // Each begins with how long nothing was saved: what a page read before that still stands.
        expect(probe.ofTopic('layouts').map(({ k, d }) => (k === 's' ? typeof d : d))).toEqual([
          'number',
          ...[2, 3].map((revision) => ({ id, revision })),
        ]);
      }
      expect(probes[2]?.ofTopic('layouts').map(({ k }) => k)).toEqual(['s']);
    } finally {
      for (const probe of probes) probe.close();
    }
  });

  it('get a number when their name is taken, but are not renamed to a name that is', async () => {
    const client = await server.signIn('trader3');
    const names = [];
    for (let count = 0; count < 3; count++) names.push((await create(client, 'Night')).name);
    expect(names).toEqual(['Night', 'Night 2', 'Night 3']);
    expect((await create(client, 'Night 2')).name).toBe('Night 4');
    const { id } = await create(client, 'Day');
    expect(await refusalOf(client.call('layoutRename', { body: { id, name: 'Night' } }))).toMatchObject({
      number: 40907,
      params: { name: 'Night' },
    });
    for (const name of [' Night', 'Night ', 'two\nlines', '\u200b']) {
      expect(await refusalOf(client.call('layoutRename', { body: { id, name } }))).toMatchObject({ number: 42302 });
    }
    await client.call('layoutRename', { body: { id, name: '夜盘' } });
    const { layouts } = await client.call('layoutList');
    expect(layouts.map(({ name }) => name)).toContain('夜盘');
    expect(layouts[0]).not.toHaveProperty('content');
  });

  it('can be deleted, brought back under a free name, and are gone after 30 days', async () => {
    const client = await server.signIn('trader1');
    const { id } = await create(client, 'Gone');
    await client.call('layoutDelete', { body: { id } });
    expect(await refusalOf(client.call('layoutOpen', { query: { id } }))).toMatchObject({ number: 40431 });
    await create(client, 'Gone');
    expect(await client.call('layoutRestore', { body: { id } })).toMatchObject({ id, name: 'Gone 2' });
    await client.call('layoutDelete', { body: { id } });
    await server.store.layouts.purge(Date.now() + layoutKeptMs);
    expect(await refusalOf(client.call('layoutRestore', { body: { id } }))).toMatchObject({ number: 40431 });
  });

  it('remember which are open, in which order, and which is in front', async () => {
    const client = await server.signIn('trader1');
    const [a, b] = [await create(client, 'A'), await create(client, 'B')];
    await client.call('layoutTabs', { body: { open: [b.id, a.id, b.id], active: a.id } });
    expect(await client.call('layoutList')).toMatchObject({ open: [b.id, a.id], active: a.id });
  });

  it('tell which one is the AI dashboard, until it is deleted, and again when it comes back', async () => {
    const client = await server.signIn('trader3');
    const { id } = await create(client, 'AI dashboard');
    await client.call('layoutTabs', { body: { open: [id], active: id, ai: id } });
    expect((await client.call('layoutList')).ai).toBe(id);
    await client.call('layoutDelete', { body: { id } });
    expect((await client.call('layoutList')).ai).toBeNull();
    await client.call('layoutRestore', { body: { id } });
    expect((await client.call('layoutList')).ai).toBe(id);
  });

  it('are refused when they are too large, by field and limit, whoever sends them', async () => {
    const client = await server.signIn('trader1');
    const { id } = await create(client, 'Large');
    const save = (length: number) =>
      client.call('layoutSave', { body: { id, version: 2, revision: 1, content: { text: 'x'.repeat(length) } } });
    expect(await refusalOf(save(maxLayoutBytes))).toMatchObject({ number: 41301, params: { field: 'content', limitKb: 512 } });
    expect(await refusalOf(save(10_000_000))).toMatchObject({ number: 40002 });
    expect((await client.call('layoutOpen', { query: { id } })).revision).toBe(1);
  });

  it('are limited in number', async () => {
    const client = await server.signIn('trader0');
    const creates = await Promise.allSettled(Array.from({ length: maxLayouts + 10 }, (_, at) => create(client, `Many ${at}`)));
    expect(creates.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxLayouts);
    expect(await refusalOf(create(client, 'One more'))).toMatchObject({ number: 42303, params: { limit: maxLayouts } });
  });

  it('of others cannot be read, saved, renamed or deleted', async () => {
    const [one, two] = [await server.signIn('trader1'), await server.signIn('trader2')];
    const { id } = await create(one, 'Private');
    for (const call of [
      () => two.call('layoutOpen', { query: { id } }),
      () => two.call('layoutSave', { body: { id, version: 2, revision: 1, content } }),
      () => two.call('layoutRename', { body: { id, name: 'Mine' } }),
      () => two.call('layoutReset', { body: { id, revision: 1 } }),
      () => two.call('layoutDelete', { body: { id } }),
      () => two.call('layoutRestore', { body: { id } }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ number: 40431 });
    }
  });
});

describe('a layout that an admin shares with a role', () => {
  it('can be read by that role alone, is what a reset goes back to, and every step is in the audit log', async () => {
    const [admin, trader, observer] = [await server.signIn('admin'), await server.signIn('trader2'), await server.signIn('observer')];
    const desk = { root: null, maximised: null, popouts: [], note: 'desk' };
    const { id } = await admin.call('layoutCreate', { body: { name: 'Desk', version: 2, content: desk } });
    const shared = await admin.call('adminLayoutShare', { body: { id, role: 'user' } });
    await admin.call('adminLayoutDefault', { body: { role: 'user', id: shared.id } });

    expect((await trader.call('layoutList')).shared).toEqual([{ ...shared, is_default: true }]);
    expect((await observer.call('layoutList')).shared).toEqual([]);
    expect(await trader.call('layoutOpen', { query: { id: shared.id } })).toMatchObject({ name: 'Desk', content: desk });
    expect(await refusalOf(observer.call('layoutOpen', { query: { id: shared.id } }))).toMatchObject({ number: 40431 });
    expect(await refusalOf(trader.call('layoutSave', { body: { id: shared.id, version: 2, revision: 0, content } }))).toMatchObject({
      number: 40431,
    });

    const own = await create(trader, 'Own');
    expect(await trader.call('layoutReset', { body: { id: own.id, revision: 1 } })).toMatchObject({
      name: 'Own',
      revision: 2,
      content: desk,
    });
    // A page with a beginning of its own does not go back to the role's.
    const built = await trader.call('layoutReset', { body: { id: own.id, revision: 2, built_in: true } });
    expect(built).toMatchObject({ name: 'Own', revision: 3, content: null });
    const fresh = await trader.call('layoutCreate', { body: { name: 'Fresh', version: 2 } });
    expect(await trader.call('layoutOpen', { query: { id: fresh.id } })).toMatchObject({ content: desk });
    const others = await create(observer, 'Own');
    expect(await observer.call('layoutReset', { body: { id: others.id, revision: 1 } })).toMatchObject({ content: null });

    await admin.call('adminLayoutUnshare', { body: { id: shared.id } });
    expect((await trader.call('layoutList')).shared).toEqual([]);
    const { items } = await server.store.audit.page({ subject: 'layout/user', limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['layout.unshared', 'layout.default-changed', 'layout.shared']);
  });
});
