import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlugin } from '../../../scripts/new-plugin.ts';
import { startFromBuild } from '../../../server/threads/thread-file.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, strategyMarket, tradeAt, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy } from '../../kit/strategy-plugins.ts';

/** Strategies of the build that forget themselves, each a template with one line more. */
const offences = {
  clock: { hook: 'Date.now();', says: 'onMarket: a strategy has no Date.now: the time of the step is context.nowMs' },
  today: { hook: 'new Date();', says: 'onMarket: a strategy has no new Date()' },
  dice: { hook: 'Math.random();', says: 'onMarket: a strategy has no Math.random: numbers come from context.random()' },
  net: { hook: "void fetch('http://127.0.0.1:1/');", says: 'onMarket: a strategy has no fetch' },
  process: { hook: 'String(process.env.HOME);', says: 'onMarket: a strategy has no process' },
  timer: { hook: 'setTimeout(() => undefined, 1);', says: 'onMarket: a strategy has no setTimeout: set a timer by an action' },
} as const;

let root: string;
let server: TestServer;
let client: HttpClient;

beforeAll(async () => {
  startFromBuild(['strategy-worker'], null);
  const data = fileURLToPath(new URL('../../../.data/', import.meta.url));
  mkdirSync(data, { recursive: true });
  root = mkdtempSync(join(data, 'guard-'));
  const guilty = Object.entries(offences).map(([name, { hook }]) =>
    pluginOf(name, (text) => text.replace('onMarket: (context, state) => {', `onMarket: (context, state) => {\n    ${hook}`)),
  );
  const importing = pluginOf('files', (text) => `import { readFileSync } from 'node:fs';\n${text}\nvoid readFileSync;\n`);
  server = await startTestServer({ plugins: [pluginSource('venue-house'), ...guilty, importing] });
  client = await server.signIn('trader1');
}, 150_000);
afterAll(async () => {
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

/** The server itself knows it as the template: only the thread runs what was changed. */
function pluginOf(name: string, change: (text: string) => string) {
  const { folder } = createPlugin('strategy', name, root);
  const file = join(folder, 'strategy.ts');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  const manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as { readonly id: string };
  const load = async () => {
    const { plugin } = (await sampleStrategy.load?.()) as { readonly plugin: { readonly strategies: Record<string, unknown> } };
    return { plugin: { strategies: { [name]: plugin.strategies.sample } } };
  };
  return { folder: manifest.id, manifest, load, moduleUrl: pathToFileURL(join(folder, 'server.ts')).href };
}

const start = async (name: string) => {
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '49000', qty: '0.1' };
  return client.call('strategyStart', { body: { strategy: `strategy-${name}/${name}`, name, params } });
};

describe('a strategy of the build that', () => {
  it.each(Object.entries(offences))(
    'reaches for the world by %s is ended with a sentence',
    async (name, { says }) => {
      const one = await start(name);
      await tradeAt(server, '50000');
      expect((await untilStatus(client, one, 'INTERRUPTED')).instance.cause).toContain(says);
    },
    60_000,
  );

  it('imports more than it may is not started, and the answer names file and import', async () => {
    await expect(start('files')).rejects.toThrow(
      'load: strategy.ts imports node:fs: a strategy may import the contract, core/domain, schemas and its own folder',
    );
  }, 60_000);
});
