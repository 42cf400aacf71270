import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let ann: HttpClient;
let bob: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = [await server.signIn('trader1'), await server.signIn('trader2')];
}, 120_000);
afterAll(() => server?.close());

/** To everybody, where no user is named. */
async function tell(title: string, userName: string | null = null): Promise<string> {
  const userId = userName === null ? null : ((await server.store.users.byUsername(userName))?.id ?? null);
  const { id } = await server.store.messages.append({ userId, type: 3, title, body: '', msgTimeMs: 1_000 });
  return String(id);
}
const list = (who: HttpClient) => who.call('messageList', { query: { type: 3 } });

it('gives what is older than a message page by page, without gap or repetition though newer ones come in between', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 7; at++) ids.unshift(await tell(`Message ${at}`));
  const seen = (await ann.call('messageList', { query: { type: 3, limit: 3 } })).map(({ id }) => id);
  for (let page = 0; page < 4; page++) {
    await tell(`News ${page}`);
    const older = await ann.call('messageLoadBefore', { query: { type: 3, before_id: seen.at(-1) ?? '', limit: 3 } });
    seen.push(...older.map(({ id }) => id));
  }
  expect(seen).toEqual(ids);
});

it('marks as read what the user names, for him alone, and only what is his to read', async () => {
  const forAll = await tell('For all');
  const [mine, others] = [await tell('For Ann', 'trader1'), await tell('For Bob', 'trader2')];
  const reply = await ann.call('messageRead', { body: { messages: [forAll, mine, others, '999999999'] } });
  expect(reply).toEqual({ messages: [forAll, mine] });
  const read = async (who: HttpClient) => (await list(who)).filter(({ is_read }) => is_read).map(({ id }) => id);
  expect(await read(ann)).toEqual([mine, forAll]);
  expect(await read(bob)).toEqual([]);
  // A second time it is as it was.
  expect(await ann.call('messageRead', { body: { messages: [mine] } })).toEqual({ messages: [mine] });
  expect(await read(ann)).toEqual([mine, forAll]);
});

it('says nothing to strangers, and takes no id that is none', async () => {
  await expect(server.guest().call('messageRead', { body: { messages: ['1'] } })).rejects.toThrow('SESSION_MISSING');
  for (const messages of [[], ['0'], ['x']])
    await expect(ann.call('messageRead', { body: { messages } })).rejects.toThrow('REQUEST_INVALID');
});
