import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserChanges } from '../../../server/store/records.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { infoOf, startKit, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

describe('a running instance whose owner becomes somebody else', () => {
  let server: TestServer;
  let client: HttpClient;
  beforeAll(async () => {
    server = await startTestServer({ plugins: [pluginSource('venue-house'), strategyKit] });
    client = await server.signIn('trader3');
  }, 120_000);
  afterAll(() => server?.close());

  const change = async (changes: UserChanges): Promise<void> => {
    const user = await server.store.users.byLogin('trader3');
    await server.people.change(user?.id ?? '', changes);
  };

  it.each([
    ['loses his role', { role: 'observer' }, { role: 'user' }, 'ACCESS_ROLE'],
    ['is disabled', { state: 'DISABLED' }, { state: 'ACTIVE' }, 'LIMIT_HALTED'],
  ] as const)('places nothing from the moment in which he %s, and goes on when he has it back', async (_, taken, given, code) => {
    const instance = await startKit(client, 'busy', { pauseMs: 50 });
    const lines = (kind: string) => server.store.instances.events({ instanceId: instance.instance_id, kind, limit: 500 });
    const accepted = async (): Promise<number> => (await lines('accepted')).length;
    await until(accepted, (count) => count > 2, 'it places orders');
    await change(taken);
    await until(
      () => lines('denied'),
      (denied) => denied.some(({ payload }) => JSON.stringify(payload).includes(code)),
      'it is denied',
    );
    await change(given);
    client = await server.signIn('trader3');
    const since = await accepted();
    await until(accepted, (count) => count > since + 2, 'it places orders again');
    expect((await infoOf(client, instance)).instance.status).toBe('TRADING');
    await client.call('strategyStop', { body: { instance_id: instance.instance_id } });
  });
});
