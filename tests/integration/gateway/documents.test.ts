import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxDocumentBytes, maxDocumentsPerKind } from '../../../schemas/wire/document.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let client: HttpClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('trader2');
});
afterAll(() => server?.close());

const key = 'tessera:BTCUSDT:spot';
const save = (revision: number, content: Record<string, unknown>, name = key) =>
  client.call('documentSave', { body: { kind: 'chart', key: name, revision, content } });

describe('documents over HTTP', () => {
  it('are saved, read, listed and deleted by their owner, and by nobody else', async () => {
    expect(await client.call('documentGet', { query: { kind: 'chart', key } })).toBeNull();
    expect(await save(0, { drawings: [1, { two: null }] })).toEqual({ revision: 1 });
    expect(await client.call('documentGet', { query: { kind: 'chart', key } })).toMatchObject({
      key,
      revision: 1,
      content: { drawings: [1, { two: null }] },
    });
    expect(await client.call('documentList', { query: { kind: 'chart' } })).toMatchObject([{ key, revision: 1 }]);
    const other = await server.signIn('trader3');
    expect(await other.call('documentGet', { query: { kind: 'chart', key } })).toBeNull();
    await other.call('documentDelete', { body: { kind: 'chart', key, revision: 1 } });
    await client.call('documentDelete', { body: { kind: 'chart', key, revision: 1 } });
    expect(await client.call('documentList', { query: { kind: 'chart' } })).toEqual([]);
  });

  it('refuse a save over a newer revision and name it', async () => {
    await save(0, {}, 'conflict');
    const error = await refusalOf(save(0, {}, 'conflict'));
    expect([error.number, error.params]).toEqual([40906, { revision: 1 }]);
  });

  it('refuse a content above its size and a kind above its count, by field and rule', async () => {
    const large = await refusalOf(save(0, { text: 'x'.repeat(maxDocumentBytes) }, 'large'));
    expect([large.number, large.params.field]).toEqual([40001, 'content']);
    const fill = Array.from({ length: maxDocumentsPerKind }, (_, i) =>
      client.call('documentSave', { body: { kind: 'fill', key: `k${i}`, revision: 0, content: {} } }),
    );
    await Promise.all(fill);
    const full = await refusalOf(client.call('documentSave', { body: { kind: 'fill', key: 'more', revision: 0, content: {} } }));
    expect([full.number, full.params.field]).toEqual([40001, 'key']);
  });

  it('are not for guests', async () => {
    expect((await refusalOf(server.guest().call('documentList', { query: { kind: 'chart' } }))).number).toBe(40101);
  });
});
