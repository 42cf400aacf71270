import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsOf } from '../../../tests/kit/contributing.ts';
import type { HttpClient } from '../../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../../tests/kit/servers/stream-probe.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../../tests/kit/servers/test-server.ts';
import { noteRoutes } from './routes.ts';

/** The plugin in a real server, with a database of its own. */
let server: TestServer;
let ann: HttpClient;
beforeAll(async () => {
  const own = pluginIn(new URL('.', import.meta.url));
  server = await startTestServer({ plugins: [pluginSource('venue-house'), own] });
  ann = await server.signIn('trader1');
}, 120_000);
afterAll(() => server?.close());

it('keeps the notes of each user, newest first, until he removes them', async () => {
  const call = callsOf(ann, noteRoutes);
  const first = await call('addSample', { text: 'Buy low' });
  const second = await call('addSample', { text: 'Sell high' });
  expect(await call('listSample')).toEqual([second, first]);
  const others = callsOf(await server.signIn('trader2'), noteRoutes);
  await others('removeSample', { noteId: first.noteId });
  expect(await others('listSample')).toEqual([]);
  await call('removeSample', { noteId: second.noteId });
  expect(await call('listSample')).toEqual([first]);
});

it('tells open pages of the same user of every change', async () => {
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: ann.token });
  await probe.request({ op: 'subscribe', topics: ['feature-sample'] });
  await callsOf(ann, noteRoutes)('addSample', { text: 'Wait' });
  expect(await probe.until(() => probe.ofTopic('feature-sample').find(({ k }) => k === 'e'))).toBeDefined();
  probe.close();
});

it('refuses guests, and notes that are empty or too long', async () => {
  await expect(callsOf(server.guest(), noteRoutes)('listSample')).rejects.toThrow('SESSION_MISSING');
  for (const text of ['', 'x'.repeat(201)])
    await expect(callsOf(ann, noteRoutes)('addSample', { text })).rejects.toThrow('REQUEST_INVALID');
});
