import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import type { Alert, Session } from '../../core/contract/client-services.ts';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import { AlertsStore } from './alerts-store.ts';
import type { Services } from './requires.ts';

const alertOf = (over: Partial<Alert>): Alert => ({
  alertId: 'a1',
  instrument: 'tessera/BTCUSDT/spot',
  watchedPrice: 'LAST',
  condition: { kind: 'CROSS', price: '100' },
  duration: 'CLOSE_MANUALLY',
  channels: ['WEB', 'APP'],
  note: '',
  status: 'MONITORING',
  reference: '99',
  raisedPrice: null,
  raisedMs: null,
  createdMs: 1,
  updatedMs: 1,
  ...over,
});

function prepare(user: Pick<NonNullable<Session['user']>, 'username'> | null = { username: 'ann' }) {
  const told: string[] = [];
  const listeners = new Set<(message: TopicMessage) => void>();
  const stream = {
    subscribe: (_topic: string, listener: (message: TopicMessage) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const session = observable({ user }, {}, { deep: false });
  const store = new AlertsStore({ api: {}, stream, session } as unknown as Services);
  const say = (...alerts: readonly Alert[]): void => {
    for (const listener of listeners) listener({ k: 's', t: 'alerts', d: alerts });
  };
  const listen = (): void => void store.onRaised((alert) => told.push(`${alert.alertId} ${alert.raisedPrice}`));
  const signIn = (next: typeof user): void =>
    runInAction(() => {
      session.user = next;
    });
  return { store, told, stop: store.start(), say, listen, listeners, signIn };
}

it('tells every raise once, and a later one of the same alert again', () => {
  const { told, say, listen } = prepare();
  listen();
  say(alertOf({}));
  const raised = alertOf({ status: 'RAISED', raisedPrice: '101', raisedMs: 5 });
  say(raised);
  say(raised, alertOf({ alertId: 'a2' }));
  say(alertOf({ raisedPrice: '101', raisedMs: 5 }));
  expect(told).toEqual(['a1 101']);
  say(alertOf({ status: 'RAISED', raisedPrice: '102', raisedMs: 9 }));
  expect(told).toEqual(['a1 101', 'a1 102']);
});

it('leaves what was raised before the page was opened to the messages, whoever signs in', () => {
  const { told, say, listen, signIn } = prepare();
  listen();
  const raised = alertOf({ status: 'RAISED', raisedPrice: '101', raisedMs: 5 });
  say(raised);
  signIn({ username: 'bob' });
  say({ ...raised, alertId: 'b1' });
  say({ ...raised, alertId: 'b1' }, { ...raised, alertId: 'b2' });
  expect(told).toEqual(['b2 101']);
});

it('tells what was raised before anybody listened to the first who does', () => {
  const { told, say, listen } = prepare();
  say(alertOf({}));
  say(alertOf({ status: 'RAISED', raisedPrice: '101', raisedMs: 5 }));
  listen();
  listen();
  expect(told).toEqual(['a1 101']);
});

it('has the newest list of whoever is signed in, asks for none without anybody, and forgets it at the end', () => {
  const { store, say, stop, listeners, signIn } = prepare(null);
  expect([store.loading, listeners.size]).toEqual([true, 0]);
  signIn({ username: 'ann' });
  say(alertOf({}));
  expect(store).toMatchObject({ loading: false, alerts: [{ alertId: 'a1' }] });
  signIn({ username: 'bob' });
  expect(store).toMatchObject({ loading: true, alerts: [] });
  say(alertOf({ alertId: 'b1' }));
  expect(store).toMatchObject({ loading: false, alerts: [{ alertId: 'b1' }] });
  void stop();
  expect([store.loading, store.alerts, listeners.size]).toEqual([true, [], 0]);
});
