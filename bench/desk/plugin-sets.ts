import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { median } from './p95.ts';

const clients = 1_000;
/** Each has the same number of windows open. */
const people = 50;
const rounds = 10;
const goalMs = 2_000;
const topic = 'plugins';

/** From an administrator's save of a role's set until the last of a thousand open clients of fifty people has its new list, server and clients on the same cores. */
export async function setChange(): Promise<Figure[]> {
  const server = await startTestServer({
    plugins: ['venue-house', 'panel-depth', 'panel-chart'].map(pluginSource),
    rateFactor: 1_000,
    socketLimits: { total: 2_000, perAddress: 2_000, arriving: 2_000, arrivingMs: 60_000, perUser: 2_000 },
  });
  const probes: StreamProbe[] = [];
  try {
    const admin = await server.signIn('admin');
    const tokens = await signedIn(server);
    for (let at = 0; at < clients; at++) {
      const probe = await StreamProbe.open(server.url);
      await probe.request({ op: 'auth', token: tokens[at % people] ?? null });
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
    const what = `a plugin set at the last of ${clients} open clients of ${people} people after its save`;
    return [
      figure(`${what}, median of ${rounds}`, median(times), 'ms', goalMs),
      figure(`${what}, the slowest of ${rounds}`, Math.max(...times), 'ms', goalMs),
    ];
  } finally {
    for (const { socket } of probes) socket.close();
    await server.close();
  }
}

async function signedIn({ store, sessions }: TestServer): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < people; at++) {
    const terms = {
      id: `bench-${at}`,
      username: `bench_${at}`,
      passwordHash: 'none',
      inviteCode: `bench-${at}`,
      role: 'user',
      vipLevel: 0,
    } as const;
    const user = {
      ...terms,
      email: null,
      phone: null,
      invitedBy: null,
      demo: false,
      vipUntilMs: null,
      state: 'ACTIVE',
      createdMs: 0,
    } as const;
    await store.users.createAll([user]);
    const stored = await store.users.get(user.id);
    const opened = stored === null ? null : await sessions.open(stored, { ip: '127.0.0.1', userAgent: 'bench' });
    if (opened === null) throw new Error('nobody is signed in');
    tokens.push(opened.token);
  }
  return tokens;
}
