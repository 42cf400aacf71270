import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { median } from './p95.ts';

const clients = 1_000;
const rounds = 10;
const goalMs = 2_000;
const topic = 'plugins';

/** From an administrator's save of a role's set until the last of a thousand open clients of the role has its new list, server and clients on the same cores. */
export async function setChange(): Promise<Figure[]> {
  const server = await startTestServer({
    plugins: ['venue-house', 'panel-depth', 'panel-chart'].map(pluginSource),
    rateFactor: 1_000,
    socketLimits: { total: 2_000, perAddress: 2_000, arriving: 2_000, arrivingMs: 60_000, perUser: 2_000 },
  });
  const probes: StreamProbe[] = [];
  try {
    const [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
    for (let at = 0; at < clients; at++) {
      const probe = await StreamProbe.open(server.url);
      await probe.request({ op: 'auth', token: trader.token });
      await probe.request({ op: 'subscribe', topics: [topic] });
      probes.push(probe);
    }
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('traders have no set');
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const had = probes.map((probe) => probe.ofTopic(topic).length);
      const from = performance.now();
      const excluded = round % 2 === 0 ? ['panel-depth'] : [];
      await admin.call('adminPluginSetSave', { body: { ...set, excluded, reason: 'a bench' } });
      await Promise.all(probes.map((probe, at) => probe.until(() => probe.ofTopic(topic).length > (had[at] ?? 0), 30_000)));
      times.push(performance.now() - from);
    }
    return [figure(`a plugin set at the last of ${clients} open clients after its save, median of ${rounds}`, median(times), 'ms', goalMs)];
  } finally {
    for (const { socket } of probes) socket.close();
    await server.close();
  }
}
