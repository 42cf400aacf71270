import { autorun } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeStream } from '../../core/client/testing/fake-stream.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import type { Services } from './requires.ts';
import { StrategiesStore } from './strategies-store.ts';

const grid = 'strategy-shock-grid/shock-grid';
const instance = (id: string, changes: Partial<Instance> = {}): Instance =>
  ({ instanceId: id, strategy: grid, status: 'TRADING', createdMs: 1, ...changes }) as Instance;

let api: FakeApi;
let stream: FakeStream;
let opened: string[];
let store: StrategiesStore;
let look: () => void;

beforeEach(() => {
  api = new FakeApi({ strategyTemplates: () => [{ strategy: grid, locked: false }], strategyStart: () => instance('s1') });
  stream = new FakeStream();
  opened = [];
  const workspace = { openPanel: (id: string) => void opened.push(id) };
  store = new StrategiesStore({ api, stream, session: { user: { username: 'ann' } }, workspace } as unknown as Services);
  look = autorun(() => [store.templates, store.running, store.loading]);
  stream.say('plugins', { t: 'plugins', k: 's', d: [] });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('strategies', () => {
  it('ask for nothing before somebody looks', () => {
    const unseen = new FakeApi();
    new StrategiesStore({ api: unseen, stream: new FakeStream(), session: { user: null }, workspace: {} } as unknown as Services);
    expect(unseen.calls).toEqual([]);
  });

  it('are read once when the topic of plugins begins, and again with its news', () => {
    expect(api.names()).toEqual(['strategyTemplates']);
    stream.say('plugins', { t: 'plugins', k: 'd', d: [] });
    expect(api.names()).toEqual(['strategyTemplates', 'strategyTemplates']);
  });

  it('are loading until templates and instances are here', async () => {
    await settled();
    expect([store.templates.length, store.loading]).toEqual([1, true]);
    stream.say('strategies', { t: 'strategies', k: 's', d: [] });
    expect(store.loading).toBe(false);
    expect(store.template(grid)?.strategy).toBe(grid);
    expect(store.template('x/y')).toBeNull();
  });

  it('follow what runs, newest first, and drop what has ended', () => {
    stream.say('strategies', { t: 'strategies', k: 's', d: [instance('s1')] });
    stream.say('strategies', { t: 'strategies', k: 'd', d: [instance('s2', { createdMs: 2 })] });
    expect(store.running.map(({ instanceId }) => instanceId)).toEqual(['s2', 's1']);
    stream.say('strategies', { t: 'strategies', k: 'd', d: [instance('s2', { status: 'INTERRUPTED' })] });
    expect(store.running.map(({ instanceId }) => instanceId)).toEqual(['s1']);
  });

  it('show a started instance with the answer, before the topic tells of it', async () => {
    await store.start({ strategy: grid, name: 'Mine', environment: 'production', params: { levels: 4 } });
    expect(api.calls.at(-1)).toMatchObject({
      name: 'strategyStart',
      body: { strategy: grid, name: 'Mine', environment: 'production', params: { levels: 4 } },
    });
    expect(store.running).toHaveLength(1);
  });

  it('show one that is to stop as stopping at once, and as it was where the server refuses', async () => {
    stream.say('strategies', { t: 'strategies', k: 's', d: [instance('s1')] });
    const answers: ((answer: unknown) => void)[] = [];
    api.handlers.strategyStop = () => new Promise((resolve) => answers.push(resolve));
    const status = (): string | undefined => store.running[0]?.status;
    const refusedStop = store.stop('s1');
    expect(status()).toBe('STOPPING');
    stream.say('strategies', { t: 'strategies', k: 'd', d: [instance('s1', { step: 2 })] });
    expect(status()).toBe('STOPPING');
    answers[0]?.(refused('SERVER_STOPPING'));
    await refusedStop;
    expect(status()).toBe('TRADING');
    const stop = store.stop('s1');
    answers[1]?.(instance('s1', { status: 'STOPPING' }));
    await stop;
    expect(status()).toBe('STOPPING');
  });

  it('say that they could not be read, and try again when asked', async () => {
    api.handlers.strategyTemplates = () => refused('CLIENT_OFFLINE');
    store.reload();
    await settled();
    store.reload();
    await settled();
    expect([store.failed, store.loading]).toEqual([true, false]);
    api.handlers.strategyTemplates = () => [];
    store.reload();
    await settled();
    expect(store.failed).toBe(false);
  });

  it('are those of the newest answer when plugins change while they are read', async () => {
    await settled();
    const answers: ((templates: unknown) => void)[] = [];
    api.handlers.strategyTemplates = () => new Promise((resolve) => answers.push(resolve));
    store.reload();
    stream.say('plugins', { t: 'plugins', k: 's', d: [] });
    expect(answers).toHaveLength(2);
    answers[1]?.([]);
    await settled();
    answers[0]?.([{ strategy: grid, locked: false }]);
    await settled();
    expect(store.templates).toEqual([]);
  });

  it('bring a draft and the form to the screen', () => {
    store.prepare({ strategy: grid, params: {} });
    store.prepare({ strategy: grid, params: { levels: 3 } });
    expect(store.draft).toMatchObject({ params: { levels: 3 }, at: 2 });
    store.settle(1);
    expect(store.draft?.at).toBe(2);
    store.settle(2);
    expect(store.draft).toBeNull();
    expect(opened).toEqual(['panel-strategy-form/strategy-form', 'panel-strategy-form/strategy-form']);
  });

  it('leave no topic open behind them', () => {
    look();
    store.dispose();
    expect(stream.topics).toEqual([]);
  });
});
