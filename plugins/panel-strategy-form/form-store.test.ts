import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { DocumentContent } from '../../core/contract/client-services.ts';
import type { Instance, StrategyChoice, StrategyPreview } from '../../core/contract/strategies.ts';
import { FormStore } from './form-store.ts';
import { watchPreview } from './preview-watch.ts';
import type { Services } from './requires.ts';

const grid = 'strategy-shock-grid/shock-grid';
const template = (strategy: string, changes: object = {}) => ({
  strategy,
  plugin: strategy.split('/')[0],
  title: `${strategy.split('/')[0]}.title`,
  schema: { properties: { lowPrice: { title: 'strategy-shock-grid.params.lowPrice' } } },
  locked: false,
  minVip: null,
  ...changes,
});

let saved: DocumentContent | null;
let started: StrategyChoice[];
let answer: Outcome<Instance>;
let shown: (StrategyPreview | null)[];
let api: FakeApi;
let store: FormStore;
let services: Services;

beforeEach(async () => {
  saved = null;
  started = [];
  shown = [];
  answer = accepted({ instanceId: 's1' } as Instance);
  api = new FakeApi({
    strategyEnvironments: () => ['production', 'canary', 'test'],
    strategyPreview: () => ({ problem: null, lines: [], figures: [], suggestions: null }),
  });
  const templates = [template(grid), template('strategy-locked/locked', { locked: true, minVip: 3 })];
  services = {
    api,
    documents: {
      open: () => ({
        loaded: Promise.resolve(accepted(saved)),
        get content() {
          return saved;
        },
        change: (content: DocumentContent) => {
          saved = content;
        },
        close: () => undefined,
      }),
    },
    strategies: {
      template: (key: string) => templates.find(({ strategy }) => strategy === key) ?? null,
      start: async (choice: StrategyChoice) => {
        started.push(choice);
        return answer;
      },
      showPreview: (preview: StrategyPreview | null) => void shown.push(preview),
    },
    texts: {
      t: (namespace: string, key: string) => (key.startsWith('rules.') ? 'must be above the lowest' : `${namespace}:${key}`),
      errorText: ({ code }: { readonly code: string }) => `text of ${code}`,
    },
  } as unknown as Services;
  store = await opened();
});

async function opened(): Promise<FormStore> {
  const next = new FormStore(services);
  next.open();
  await new Promise((resolve) => setTimeout(resolve));
  return next;
}

describe('the form of a strategy', () => {
  it('is not complete before its fields were looked at', () => {
    store.choose(grid);
    expect(store.isComplete).toBe(false);
    store.setParams({}, []);
    expect(store.isComplete).toBe(true);
    store.put({ instrumentId: 'a/B/spot' });
    expect(store.isComplete).toBe(false);
  });

  it('starts on paper until somebody chooses otherwise', async () => {
    store.choose(grid);
    store.setParams({ levels: 4 }, []);
    expect(await store.start('Mine')).toMatchObject({ instanceId: 's1' });
    expect(started).toEqual([{ strategy: grid, name: 'Mine', environment: 'test', params: { levels: 4 } }]);
  });

  it('sends only limits that are filled in, and none that cannot be', async () => {
    store.choose(grid);
    store.setParams({}, []);
    store.change({ limits: { maxOrderAmount: '100.', maxPosition: '', maxDailyLoss: '', maxOrdersPerMinute: '1.5' } });
    expect([store.isComplete, store.limitProblem]).toEqual([false, 'maxOrdersPerMinute']);
    store.change({ limits: { ...store.limits, maxOrdersPerMinute: '30' } });
    await store.start('Mine');
    expect(started[0]?.limits).toEqual({
      maxOrderAmount: '100',
      maxPosition: null,
      maxDailyLoss: null,
      maxOrdersPerMinute: 30,
      halted: false,
    });
  });

  it('remembers what stood in the form of each strategy, and which was open', async () => {
    store.choose(grid);
    store.setParams({ levels: 7 }, []);
    store.change({ name: 'Night', environment: 'canary' });
    store.choose('strategy-locked/locked');
    store.choose(grid);
    const again = await opened();
    expect([again.strategy, again.name, again.chosenEnvironment, again.params]).toEqual([grid, 'Night', 'canary', { levels: 7 }]);
  });

  it('opens with nothing chosen when what was saved is nonsense', async () => {
    saved = { strategy: 7, choices: { [grid]: { name: 3, params: [], limits: 'x', environment: {} } } };
    const odd = await opened();
    odd.choose(grid);
    expect([odd.name, odd.params, odd.chosenEnvironment]).toEqual(['', {}, 'test']);
  });

  it('takes a draft, and keeps name and limits where it has none', () => {
    store.choose(grid);
    store.change({ name: 'Night' });
    store.fill({ strategy: grid, params: { levels: 3 }, environment: 'production' });
    expect([store.name, store.params, store.chosenEnvironment]).toEqual(['Night', { levels: 3 }, 'production']);
  });

  it('is looked at anew when it is filled, also with what it had', () => {
    store.fill({ strategy: grid, params: { levels: 3 } });
    store.setParams({ levels: 3 }, []);
    const before = store.round;
    store.fill({ strategy: grid, params: { levels: 3 } });
    expect([store.isComplete, store.round]).toEqual([false, before + 1]);
  });

  it('shows a refusal at the field that it names, in the words of the strategy, until something is changed', async () => {
    answer = refused('STRATEGY_PARAMS_INVALID', { field: 'lowPrice', rule: 'rules.aboveLow' });
    store.choose(grid);
    store.setParams({ lowPrice: '1' }, []);
    expect(await store.start('Mine')).toBeNull();
    const message = 'strategy-shock-grid:params.lowPrice: must be above the lowest';
    expect(store.refusal).toEqual({ problem: { field: 'lowPrice', message }, text: message });
    store.setParams({ lowPrice: '1' }, []);
    expect(store.refusal).not.toBeNull();
    store.setParams({ lowPrice: '2' }, []);
    expect(store.refusal).toBeNull();
  });

  it('finds the field of a market that is unknown, also inside of others', async () => {
    answer = refused('STRATEGY_UNKNOWN_PAIR', { instrument: 'x/Y/spot' });
    store.choose(grid);
    store.setParams({ legA: { instrumentId: 'a/B/spot' }, legB: { instrumentId: 'x/Y/spot' } }, []);
    await store.start('Mine');
    expect(store.refusal?.problem?.field).toBe('legB.instrumentId');
  });

  it('leaves of a start that has failed the cause alone, for the form says the rest', async () => {
    answer = refused('STRATEGY_START_FAILED', { cause: 'start: it does not want to' });
    store.choose(grid);
    await store.start('Mine');
    expect(store.refusal).toEqual({ problem: null, text: 'start: it does not want to' });
  });

  it('says a refusal that names no field for the whole form', async () => {
    answer = refused('ACCESS_VIP', { minVip: 3 });
    store.choose(grid);
    await store.start('Mine');
    expect(store.refusal).toEqual({ problem: null, text: 'text of ACCESS_VIP' });
  });
});

describe('the preview', () => {
  const line = { instrument: 'a/B/spot', price: '1', side: 'BUY', qty: '2', key: null } as const;
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  let timers: FakeTimers;
  let stop: () => void | Promise<void>;
  beforeEach(() => {
    timers = new FakeTimers();
    api.handlers.strategyPreview = () => ({ problem: null, lines: [line], figures: [], suggestions: null });
    store.choose(grid);
    stop = watchPreview(store, services, timers);
  });

  it('is asked for a moment after the last change, and again as the market moves', async () => {
    store.setParams({ levels: 3 }, []);
    timers.advance(200);
    store.setParams({ levels: 4 }, []);
    timers.advance(300);
    await settled();
    expect(api.calls.filter(({ name }) => name === 'strategyPreview').map(({ body }) => body)).toEqual([
      { strategy: grid, environment: 'test', params: { levels: 4 } },
    ]);
    expect(shown.at(-1)).toEqual({ plugin: 'strategy-shock-grid', lines: [line] });
    timers.advance(5_000);
    await settled();
    expect(api.names().filter((name) => name === 'strategyPreview')).toHaveLength(2);
  });

  it('shows nothing while something is wrong, or of a strategy that is locked', async () => {
    store.setParams({ levels: 3 }, [{ field: 'levels', message: 'too few' }]);
    timers.advance(300);
    store.choose('strategy-locked/locked');
    timers.advance(300);
    await settled();
    expect(api.names()).not.toContain('strategyPreview');
    expect(shown.at(-1)).toBeNull();
  });

  it('says at the field what the strategy has against the params, as long as it has', async () => {
    const none = { lines: [], figures: [], suggestions: null };
    api.handlers.strategyPreview = () => ({ ...none, problem: { field: 'lowPrice', rule: 'rules.aboveLow', params: {} } });
    store.setParams({ lowPrice: '9' }, []);
    timers.advance(300);
    await settled();
    expect([store.objection?.problem?.field, shown.at(-1)]).toEqual(['lowPrice', null]);
    api.handlers.strategyPreview = () => ({ problem: null, lines: [line], figures: [], suggestions: null });
    timers.advance(5_000);
    await settled();
    expect(store.objection).toBeNull();
  });

  it('says what follows from the params until another form is open, also where the strategy refuses them', async () => {
    const figures = [{ title: 'figures.profit', key: 'figures.loss', params: { price: '-1' }, warns: true }];
    const problem = { field: 'levels', rule: 'rules.stepBelowFees', params: {} };
    api.handlers.strategyPreview = () => ({ problem, lines: [], figures, suggestions: null });
    store.setParams({ levels: 3 }, []);
    timers.advance(300);
    await settled();
    expect(store.figures).toEqual(figures);
    store.setParams({}, [{ field: 'levels', message: 'empty' }]);
    expect(store.figures).toEqual(figures);
    store.choose('strategy-locked/locked');
    expect(store.figures).toEqual([]);
  });

  it('goes when an instance was started from it, also for the next visit, and comes back with the next change', async () => {
    store.setParams({ levels: 3 }, []);
    timers.advance(300);
    await settled();
    expect(shown.at(-1)).not.toBeNull();
    await store.start('Mine');
    expect(shown.at(-1)).toBeNull();
    timers.advance(5_000);
    await settled();
    expect(shown.at(-1), 'the next answer').toBeNull();
    expect(store.lines, 'what another start would place').toEqual([line]);
    await stop();

    store = await opened();
    stop = watchPreview(store, services, timers);
    store.setParams({ levels: 3 }, []);
    timers.advance(300);
    await settled();
    expect(shown.at(-1), 'after a reload').toBeNull();
    store.setParams({ levels: 4 }, []);
    timers.advance(300);
    await settled();
    expect(shown.at(-1)).toEqual({ plugin: 'strategy-shock-grid', lines: [line] });
  });

  it('stays when the start is refused', async () => {
    answer = refused('ACCESS_VIP', { minVip: 3 });
    store.setParams({ levels: 3 }, []);
    timers.advance(300);
    await settled();
    await store.start('Mine');
    expect(shown.at(-1)).toEqual({ plugin: 'strategy-shock-grid', lines: [line] });
  });

  it('leaves with the form, and takes no answer that comes late', async () => {
    store.setParams({ levels: 3 }, []);
    timers.advance(300);
    await stop();
    await settled();
    expect(shown.at(-1)).toBeNull();
    expect(timers.pending).toBe(0);
  });
});
