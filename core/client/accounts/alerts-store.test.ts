import { expect, it } from 'vitest';
import type { AlertView } from '../../../schemas/wire/alert.ts';
import type { Stream } from '../../contract/client-services.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { AlertsStore } from './alerts-store.ts';

const alertOf = (over: Partial<AlertView>): AlertView => ({
  alert_id: 'a1',
  instrument: 'tessera/BTCUSDT/spot',
  watched_price: 'LAST',
  condition: { kind: 'CROSS', price: '100' },
  duration: 'CLOSE_MANUALLY',
  note: '',
  status: 'MONITORING',
  reference: '99',
  raised_price: null,
  raised_time: null,
  create_time: 1,
  update_time: 1,
  ...over,
});

function prepare() {
  const told: string[] = [];
  let say: (alerts: readonly AlertView[]) => void = () => undefined;
  const stream = {
    subscribe: (_topic: string, listener: (message: TopicMessage) => void) => {
      say = (alerts) => listener({ k: 's', t: 'alerts', d: alerts });
      return () => undefined;
    },
  } as unknown as Stream;
  const store = new AlertsStore(new FakeApi(), stream);
  store.onRaised((alert) => told.push(`${alert.alert_id} ${alert.raised_price}`));
  const stop = store.start();
  return { store, told, stop, say: (...alerts: readonly AlertView[]) => say(alerts) };
}

it('tells every raise once, also one that stood when the page was opened, and a later one of the same alert again', () => {
  const { told, say } = prepare();
  const raised = alertOf({ status: 'RAISED', raised_price: '101', raised_time: 5 });
  say(raised);
  say(raised, alertOf({ alert_id: 'a2' }));
  say(alertOf({ raised_price: '101', raised_time: 5 }));
  expect(told).toEqual(['a1 101']);
  say(alertOf({ status: 'RAISED', raised_price: '102', raised_time: 9 }));
  expect(told).toEqual(['a1 101', 'a1 102']);
});

it('has the newest list and forgets it when the session ends', () => {
  const { store, say, stop } = prepare();
  expect(store.loading).toBe(true);
  say(alertOf({}));
  expect(store).toMatchObject({ loading: false, alerts: [{ alert_id: 'a1' }] });
  void stop();
  expect(store).toMatchObject({ loading: true, alerts: [] });
});
