import { afterAll, beforeAll, expect, it } from 'vitest';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('sends a guest one snapshot, or none, for a topic that one request names a hundred times', async () => {
  const probe = await StreamProbe.open(server.url);
  try {
    await probe.request({ op: 'subscribe', topics: Array.from({ length: 100 }, () => 'tickers') });
    expect(probe.ofTopic('tickers').filter(({ k }) => k === 's').length).toBeLessThanOrEqual(1);
  } finally {
    probe.close();
  }
});

it('does not encode a snapshot anew for every repeated request of a burst', async () => {
  const probe = await StreamProbe.open(server.url);
  try {
    for (let id = 1; id <= 50; id++) probe.socket.send(JSON.stringify({ op: 'subscribe', id: 1000 + id, topics: ['tickers'] }));
    await probe.request({ op: 'ping' });
    expect(probe.ofTopic('tickers').filter(({ k }) => k === 's').length).toBeLessThan(10);
  } finally {
    probe.close();
  }
});
