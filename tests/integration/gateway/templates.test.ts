import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxTradeTemplates, type TradeTemplateContent } from '../../../schemas/wire/template.ts';
import { type HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let client: HttpClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('trader2');
});
afterAll(() => server?.close());

const content: TradeTemplateContent = {
  side: 'SELL',
  mode: 'OCO',
  type: 'LIMIT',
  time_in_force: 'GTC',
  stp: 'EXPIRE_TAKER',
  by_quote: false,
  profit_type: 'LIMIT',
  stop_type: 'STOP_LOSS',
  percent: 25,
};
const save = (name: string, over: { template_id?: string; revision?: number } = {}, by = client) =>
  by.call('tradeTemplateSave', { body: { revision: 0, ...over, name, content } });
const names = async (by = client) => (await by.call('tradeTemplateList', {})).map(({ name }) => name);
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof RefusedCall) return String(error.number);
    throw error;
  }
  return 'accepted';
};

describe('order templates over HTTP', () => {
  it('are saved, overwritten, listed by name and deleted by their owner, and by nobody else', async () => {
    const first = await save('Quarter, protected');
    await save('Another');
    expect(await names()).toEqual(['Another', 'Quarter, protected']);
    const again = await save('Quarter', { template_id: first.template_id, revision: first.revision });
    expect(again).toMatchObject({ template_id: first.template_id, name: 'Quarter', revision: 2, content });

    const other = await server.signIn('trader3');
    expect(await names(other)).toEqual([]);
    await other.call('tradeTemplateDelete', { body: { template_id: first.template_id, revision: 2 } });
    expect(await names()).toEqual(['Another', 'Quarter']);
    await client.call('tradeTemplateDelete', { body: { template_id: first.template_id, revision: 2 } });
    expect(await names()).toEqual(['Another']);
  });

  it('are not overwritten or deleted by a window that has not seen the newest one', async () => {
    const { template_id } = await save('Shared');
    await save('Shared', { template_id, revision: 1 });
    expect(await codeOf(save('Shared', { template_id, revision: 1 }))).toBe('40906');
    expect(await codeOf(client.call('tradeTemplateDelete', { body: { template_id, revision: 1 } }))).toBe('40906');
  });

  it('of orders and starts, instances and keys have names that can be read, on one line', async () => {
    const start = { strategy: 'plugin/one', params: {} };
    const named: readonly ((name: string) => Promise<unknown>)[] = [
      (name) => save(name),
      (name) => client.call('startTemplateSave', { body: { revision: 0, name, content: { ...start, name: 'Grid' } } }),
      (name) => client.call('startTemplateSave', { body: { revision: 0, name: 'Grid', content: { ...start, name } } }),
      (name) => client.call('strategyStart', { body: { ...start, name } }),
      (name) => client.call('apiKeyCreate', { body: { name, permission: 'read', addresses: [], password: 'wrong' } }),
    ];
    for (const call of named) {
      expect(await codeOf(call('夜盘 2'))).not.toBe('40001');
      for (const name of ['   ', '\u200b', 'two\nlines', 'a\u202eb', ' Grid'])
        expect(await codeOf(call(name)), JSON.stringify(name)).toBe('40001');
    }
  });

  it('are kept under the names that they were given before there was a rule', async () => {
    const { id } = (await server.store.users.byLogin('trader1')) ?? { id: '' };
    const content = { name: ' old ', content: { strategy: 'plugin/one', name: ' old ', params: {} } };
    await server.store.documents.save({ userId: id, kind: 'start-template', key: 'old', revision: 0, content, updatedMs: 1 }, 500);
    expect(await (await server.signIn('trader1')).call('startTemplateList')).toMatchObject([{ name: ' old ' }]);
  });

  it('come back under their id when a deletion is undone', async () => {
    const { template_id } = await save('Kept');
    await client.call('tradeTemplateDelete', { body: { template_id, revision: 1 } });
    expect(await save('Kept', { template_id })).toMatchObject({ template_id, revision: 1 });
  });

  it('leave out what once was written under their kind and is none', async () => {
    const before = await names();
    const { id } = (await server.store.users.byLogin('trader2')) ?? { id: '' };
    const odd = { userId: id, kind: 'trade-template', key: 'odd', revision: 0, content: { name: 'Odd', content: { side: 'UP' } } };
    expect(await server.store.documents.save({ ...odd, updatedMs: 1 }, 500)).toMatchObject({
      outcome: 'saved',
    });
    expect(await names()).toEqual(before);
  });

  it.each([
    'trade-template',
    'start-template',
  ])('of kind %s are no matter of the common document calls, which would pass their limits', async (kind) => {
    const { template_id } = await save('Safe');
    expect(await codeOf(client.call('documentSave', { body: { kind, key: 'x', revision: 0, content: {} } }))).toBe('40001');
    expect(await codeOf(client.call('documentDelete', { body: { kind, key: template_id, revision: 1 } }))).toBe('40001');
    expect(await names()).toContain('Safe');
  });

  it('are limited in number', async () => {
    const many = await server.signIn('trader1');
    for (let at = 0; at < maxTradeTemplates; at += 1) await save(`Template ${at}`, {}, many);
    expect(await codeOf(save('One more', {}, many))).toBe('40001');
  });
});
