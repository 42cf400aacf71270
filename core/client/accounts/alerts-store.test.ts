import { expect, it } from 'vitest';
import type { Alert, Stream } from '../../contract/client-services.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { AlertsStore } from './alerts-store.ts';

const alertOf = (over: Partial<Alert>): Alert => ({
  alertId: 'a1',
  instrument: 'tessera/BTCUSDT/spot',
  watchedPrice: 'LAST',
  condition: { kind: 'CROSS', price: '100' },
  duration: 'CLOSE_MANUALLY',
  note: '',
  status: 'MONITORING',
  reference: '99',
  raisedPrice: null,
  raisedMs: null,
  createdMs: 1,
  updatedMs: 1,
  ...over,
});

function prepare() {
  const told: string[] = [];
  let say: (alerts: readonly Alert[]) => void = () => undefined;
  const stream = {
    subscribe: (_topic: string, listener: (message: TopicMessage) => void) => {
      say = (alerts) => listener({ k: 's', t: 'alerts', d: alerts });
      return () => undefined;
    },
  } as unknown as Stream;
  const store = new AlertsStore(new FakeApi(), stream);
  store.onRaised((alert) => told.push(`${alert.alertId} ${alert.raisedPrice}`));
  const stop = store.start();
  return { store, told, stop, say: (...alerts: readonly Alert[]) => say(alerts) };
}

it('tells every raise once, also one that stood when the page was opened, and a later one of the same alert again', () => {
  const { told, say } = prepare();
  const raised = alertOf({ status: 'RAISED', raisedPrice: '101', raisedMs: 5 });
  say(raised);
  say(raised, alertOf({ alertId: 'a2' }));
  say(alertOf({ raisedPrice: '101', raisedMs: 5 }));
  expect(told).toEqual(['a1 101']);
  say(alertOf({ status: 'RAISED', raisedPrice: '102', raisedMs: 9 }));
  expect(told).toEqual(['a1 101', 'a1 102']);
});

it('has the newest list and forgets it when the session ends', () => {
  const { store, say, stop } = prepare();
  expect(store.loading).toBe(true);
  say(alertOf({}));
  expect(store).toMatchObject({ loading: false, alerts: [{ alertId: 'a1' }] });
  void stop();
  expect(store).toMatchObject({ loading: true, alerts: [] });
});
