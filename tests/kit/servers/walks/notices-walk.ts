import { PushService } from '../push-service.ts';
import { pluginSource, startTestServer } from '../test-server.ts';
import type { CallWalk } from './call-walk.ts';

/** A device of a person is told of things, with a push service of the test. */
export async function walkNotices(walk: CallWalk): Promise<void> {
  const service = await PushService.start();
  const server = await startTestServer({
    plugins: ['venue-house', 'service-notices', 'service-outbox'].map(pluginSource),
    environment: { TESSERA_PUSH_SERVICES: service.origin },
  });
  try {
    const [client, admin] = [await server.signIn('trader1'), await server.signIn('admin')];
    const ways = { client, name: 'noticeWays' } as const;
    const add = { client, name: 'noticeDeviceAdd', body: { ...service.browser('walk'), name: 'Walk' } } as const;
    const { device_id } = await walk.changes<{ device_id: string }>(add, ways);
    await walk.changes({ client, name: 'noticeTry' }, { client: admin, name: 'outboxList', query: { channel: 'push' } });
    await walk.changes({ client, name: 'noticeDeviceRemove', body: { device_id } }, ways);
    walk.proven.add('noticeWays');
  } finally {
    await server.close();
    await service.close();
  }
}
