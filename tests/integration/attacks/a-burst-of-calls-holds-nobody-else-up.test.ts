import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const burst = 150;
const documents = 30;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('one question of somebody else is answered long before a burst of one person’s', async () => {
  const [greedy, other] = [await server.signIn('trader1'), await server.signIn('trader2')];
  const { id: userId } = (await server.store.users.byLogin('trader1')) ?? { id: '' };
  for (let at = 0; at < documents; at++)
    await server.store.documents.save({ userId, kind: 'trade-template', key: `t${at}`, revision: 0, content: {}, updatedMs: 1 }, 50);
  await Promise.all([greedy.call('tradeTemplateList'), other.call('layoutList')]);
  let answered = 0;
  const asked = Array.from({ length: burst }, async () => {
    await greedy.call('tradeTemplateList');
    answered++;
  });
  await Promise.race(asked);
  await other.call('layoutList');
  const before = answered;
  await Promise.all(asked);
  expect(answered, 'and each of the burst has its answer').toBe(burst);
  expect(before).toBeLessThan(burst / 2);
});

it('a deletion of somebody else is answered long before a burst of one person’s, whether there is something to delete or not', async () => {
  const [greedy, other] = [await server.signIn('trader1'), await server.signIn('trader2')];
  let answered = 0;
  const remove = (client: HttpClient, name: string) => client.call('tradeTemplateDelete', { body: { template_id: name, revision: 1 } });
  await Promise.all([remove(greedy, 'none'), remove(other, 'none')]);
  const removed = Array.from({ length: burst }, async (_, at) => {
    await remove(greedy, `n${at}`);
    answered++;
  });
  await Promise.race(removed);
  await remove(other, 'none');
  const before = answered;
  await Promise.all(removed);
  expect(answered, 'and each of the burst has its answer').toBe(burst);
  expect(before).toBeLessThan(burst / 2);
});
