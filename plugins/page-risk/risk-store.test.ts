import { describe, expect, it } from 'vitest';
import { AppError, accepted, denied } from '../../core/contract/app-error.ts';
import { RiskStore } from './risk-store.ts';

const instance = (instanceId: string, owner: string) => ({ instanceId, owner, name: 'Grid', strategy: 'strategy-grid/grid' });
const line = (kind: string, key: string, changes: object = {}) => ({ kind, key, exchange: null, breached: [], ...changes });

/** A server that keeps instances, exposure and switches, and notes what it was asked for. */
function served(role: 'risk' | 'admin' = 'risk') {
  const asked: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    riskInstances: [instance('s1', 'ann'), instance('s2', 'bob')],
    riskExposure: {
      rows: [
        line('account', '7', { exchange: 'tessera', username: 'ann', account: 'Main' }),
        line('asset', 'ADA'),
        line('asset', 'BTC', { breached: ['net'] }),
      ],
    },
    riskSwitches: [
      { about: 'account', apiId: 7 },
      { about: 'market', apiId: null },
    ],
    riskInstanceStop: { stopped: ['s1'], failed: [{ instanceId: 's2', code: 'INSTANCE_STATUS' }] },
  };
  const call = async (name: string, input: unknown) => {
    asked.push([name, input]);
    const answer = answers[name];
    return answer instanceof AppError ? denied(answer) : accepted(answer ?? null);
  };
  return { store: new RiskStore({ call } as never, { role, username: 'rita' }), asked, answers };
}

describe('what risk sees', () => {
  it('is narrowed by owner, name or strategy, and counts what passes its limit', async () => {
    const { store } = served();
    await store.load();
    store.find('BOB');
    expect(store.shownInstances.map(({ instanceId }) => instanceId)).toEqual(['s2']);
    expect([store.breaches, [...store.frozen], store.exchangeOf(7)]).toEqual([1, [7], 'tessera']);
    expect([store.accountName(7), store.accountName(8)]).toEqual(['ann · Main', null]);
    store.showKind('asset');
    expect(store.rows.map(({ key }) => key)).toEqual(['BTC', 'ADA']);
    expect([store.breachesOf('asset'), store.breachesOf('account')]).toEqual([1, 0]);
    store.showRow('BTC');
    expect(store.open?.key).toBe('BTC');
  });

  it('asks a server that is late for nothing more before it has answered', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (answer = resolve));
    const asked: string[] = [];
    const call = async (name: string) => {
      asked.push(name);
      await late;
      return denied(new AppError('SESSION_MISSING'));
    };
    const store = new RiskStore({ call } as never, { role: 'risk', username: 'rita' });
    const first = store.follow();
    await store.follow();
    expect(asked.toSorted()).toEqual(['riskExposure', 'riskInstances', 'riskSwitches']);
    answer(null);
    await first;
    void store.follow();
    expect(asked).toHaveLength(6);
  });

  it('offers the decision on a release to all but who has asked for it', () => {
    const { store } = served();
    const asked = (asked_by: string) => store.mayDecide({ release: { asked_by } } as Parameters<typeof store.mayDecide>[0]);
    expect([asked('rita'), asked('ann')]).toEqual([false, true]);
  });

  it('keeps chosen only those that are still there', async () => {
    const { store, answers } = served();
    await store.load();
    store.choose(new Set(['s1', 's2']));
    answers.riskInstances = [instance('s2', 'bob')];
    await store.readInstances();
    expect([...store.chosen]).toEqual(['s2']);
  });

  it('knows those that run also while ended ones are looked at', async () => {
    const { store, answers } = served();
    await store.load();
    answers.riskInstances = [instance('s0', 'ann')];
    store.showPeriod('history');
    await expect.poll(() => store.instances.map(({ instanceId }) => instanceId)).toEqual(['s0']);
    expect(store.running.map(({ instanceId }) => instanceId)).toEqual(['s1', 's2']);
    answers.riskInstances = [instance('s2', 'bob')];
    expect(await store.readRunning()).toBe(true);
    expect([store.running.length, store.instances.length, store.period]).toEqual([1, 1, 'history']);
  });

  it('stays as it was when it cannot be read again, and says so when it never could', async () => {
    const { store, answers } = served();
    await store.load();
    answers.riskSwitches = new AppError('DATABASE_AWAY');
    await store.readSwitches();
    expect([store.switchesState, store.switches.length]).toEqual(['done', 2]);
    const other = served();
    other.answers.riskExposure = new AppError('DATABASE_AWAY');
    await other.store.load();
    expect(other.store.exposureState).toBe('failed');
  });
});

describe('what risk stops', () => {
  it('goes to the server with its reason, and says how many stopped and how many not', async () => {
    const { store, asked } = served();
    expect(await store.stop(['s1', 's2'], 'too much')).toEqual(accepted({ stopped: 1, failed: 1 }));
    expect(asked[0]).toEqual(['riskInstanceStop', { body: { instanceIds: ['s1', 's2'], reason: 'too much' } }]);
  });

  it('gives what stood against a switch, and is for people of risk alone', async () => {
    const { store, answers } = served('admin');
    answers.riskSwitchThrow = new AppError('ACCESS_ROLE');
    expect((await store.throwSwitch({ about: 'everyone' }, 'too much'))?.code).toBe('ACCESS_ROLE');
    expect([store.mayControl, served().store.mayControl]).toEqual([false, true]);
  });
});
