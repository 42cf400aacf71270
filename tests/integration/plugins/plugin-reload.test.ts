import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginSource } from '../../../core/kernel/index.ts';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import { createPlugin } from '../../../scripts/new-plugin.ts';
import { readPluginFolder } from '../../../server/plugins/source.ts';
import { startFromBuild } from '../../../server/threads/thread-file.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, stopAndWait, strategyMarket, trade, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** A quant at work: a copy of the strategy template, edited while an instance of it runs. */
let root: string;
let server: TestServer;
let client: HttpClient;
const lines: string[] = [];

beforeAll(async () => {
  startFromBuild(['strategy-worker'], null);
  // Within the repository, whose packages and module type it needs.
  const data = fileURLToPath(new URL('../../../.data/', import.meta.url));
  mkdirSync(data, { recursive: true });
  root = mkdtempSync(join(data, 'quant-'));
  createPlugin('strategy', 'idea', root);
  server = await startTestServer({
    plugins: [pluginSource('venue-house'), await sourceOf('strategy-idea')],
    pluginsRoot: root,
    onLog: (line) => lines.push(line),
  });
  client = await server.signIn('trader1');
}, 150_000);
afterAll(async () => {
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

async function sourceOf(folder: string): Promise<PluginSource> {
  const found = await readPluginFolder(root, folder);
  if (found?.moduleUrl == null) throw new Error(`${folder} has no server.ts`);
  return { folder, manifest: found.manifest, load: found.loadServer, moduleUrl: found.moduleUrl };
}

const fileAt = (name: string): string => join(root, 'strategy-idea', name);
function edit(name: string, from: string, to: string): void {
  const text = readFileSync(fileAt(name), 'utf8');
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  writeFileSync(fileAt(name), text.replace(from, to));
}

const said = (words: string): readonly { readonly elapsedMs: number; readonly instances: number; readonly reason: string }[] =>
  lines.filter((line) => line.includes(words)).map((line) => JSON.parse(line));

async function started(environment: InstanceView['environment']): Promise<InstanceView> {
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '49000', qty: '0.1' };
  const one = await client.call('strategyStart', { body: { strategy: 'strategy-idea/idea', name: 'Idea', environment, params } });
  await tradeAt(server, '50000');
  await until(
    () => infoOf(client, one),
    ({ orders }) => orders.length === 1,
    'its order works',
  );
  return one;
}

/** Saves an edit and waits until the running server has it; ms from the one to the other. */
async function reloaded(from: string, to: string): Promise<number> {
  const before = said('a plugin was reloaded').length;
  const fromMs = performance.now();
  edit('strategy.ts', from, to);
  await until(
    async () => said('a plugin was reloaded'),
    (all) => all.length > before,
    'it is reloaded',
  );
  return performance.now() - fromMs;
}

const noted = (one: InstanceView, key: string) =>
  until(
    () => infoOf(client, one),
    ({ events }) => events.some(({ params }) => params.key === key),
    `it says ${key}`,
  );

describe('a strategy plugin that its author edits', () => {
  it.each(['test', 'production'] as const)('is taken by its running instance in %s with its state and its order', async (environment) => {
    const quiet = "if (state.entry !== 'none') return { state, actions: [] };";
    // From now on it says, when the market moves, what it remembers.
    const speaks =
      "if (state.entry === 'working') return { state, actions: [{ type: 'note', key: 'note.seen', params: { entry: state.entry } }] };";
    const one = await started(environment);
    const tookMs = await reloaded(quiet, speaks);
    expect(said('a plugin was reloaded').at(-1)).toMatchObject({ instances: 1 });
    await tradeAt(server, '50010');
    const told = await noted(one, 'note.seen');
    expect(told.events.find(({ params }) => params.key === 'note.seen')?.params.entry).toBe('working');
    expect(told).toMatchObject({ instance: { status: 'TRADING', environment }, orders: [{ price: '49000', open_qty: '0.1' }] });
    const againMs = await reloaded(speaks, quiet);
    console.log(`${environment}: from saving a file to the running instance: ${Math.round(tookMs)} ms, then ${Math.round(againMs)} ms`);
    // The order is still the one of before: it fills, on paper without the exchange having heard of it.
    const body = { api_ids: String(await apiOf(client)) };
    expect(await client.call('openOrders', { query: body })).toHaveLength(environment === 'test' ? 0 : 1);
    await trade(server, 'BUY', '48900', '0.3', 'trader2');
    await trade(server, 'SELL', '48900', '0.3');
    await noted(one, 'note.filled');
    await until(
      () => infoOf(client, one),
      ({ instance }) => instance.fills === 1 && instance.status === 'TRADING',
      'its fill is counted',
    );
    await stopAndWait(client, one);
  }, 120_000);

  it('keeps running its former code when the state’s shape has changed, and the log says what', async () => {
    const one = await started('test');
    edit('strategy.ts', "state: { entry: 'none' }, subscribe", "state: { entry: 'none', rounds: 0 } as State, subscribe");
    const refused = await until(
      async () => said('a changed plugin was not taken'),
      (all) => all.length === 1,
      'it is refused',
    );
    expect(refused[0]?.reason).toBe('STRATEGY_STATE_CHANGED strategy-idea/idea: state.rounds is new');
    expect((await infoOf(client, one)).instance.status).toBe('TRADING');
    await stopAndWait(client, one);
  }, 120_000);

  it('is not taken when it does not compile; the next good version is, and a new field is in the form', async () => {
    edit('params.ts', 'export const Params', 'export const = Params');
    await until(
      async () => said('a changed plugin was not taken'),
      (all) => all.length === 2,
      'it is refused',
    );
    edit('params.ts', 'export const = Params', 'export const Params');
    edit(
      'params.ts',
      '  price: priceField(',
      "  stop: priceField({ title: 'strategy-idea.params.price', group: 'order' }),\n  price: priceField(",
    );
    const templates = await until(
      () => client.call('strategyTemplates'),
      (all) => JSON.stringify(all).includes('"stop"'),
      'the form has it',
    );
    expect(templates.map(({ strategy }) => strategy)).toContain('strategy-idea/idea');
  }, 120_000);
});
