import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import { accepted, refused } from '../../core/contract/app-error.ts';
import type { ChartPriceLine, ChartSurface } from '../../core/contract/chart.ts';
import type { Alert, AlertDraft, NoticeOptions } from '../../core/contract/client-services.ts';
import type { NamedText } from '../../core/contract/notices.ts';
import { alertOverlay } from './alert-overlay.ts';
import { conditionText } from './alert-text.ts';
import { announceAlerts } from './announce-alerts.ts';
import { channelOf, conditionOf, fieldsOf } from './form-fields.ts';
import type { Services } from './requires.ts';

const instrumentId = 'tessera/BTCUSDT/spot';
const alertOf = (over: Partial<Alert>): Alert => ({
  alertId: 'a1',
  instrument: instrumentId,
  watchedPrice: 'LAST',
  condition: { kind: 'CROSS', price: '50500' },
  duration: 'CLOSE_MANUALLY',
  channels: ['WEB', 'APP'],
  note: '',
  status: 'MONITORING',
  reference: '50000',
  raisedPrice: null,
  raisedMs: null,
  createdMs: 1,
  updatedMs: 1,
  ...over,
});

function prepare(first: readonly Alert[], refuses = false) {
  const state = observable({ alerts: first }, undefined, { deep: false });
  const saved: AlertDraft[] = [];
  const shown: { text: string; action?: { run(): void } | undefined }[] = [];
  const statuses: string[] = [];
  let tell: (alert: Alert) => void = () => undefined;
  const services = {
    alerts: {
      get alerts() {
        return state.alerts;
      },
      save: async (draft: AlertDraft) => {
        saved.push(draft);
        return refuses ? refused('ALERT_UNKNOWN') : accepted(alertOf({}));
      },
      setStatus: async (id: string, status: string) => {
        statuses.push(`${id} ${status}`);
        return accepted(alertOf({}));
      },
      remove: async () => accepted(null),
      onRaised: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
    },
    markets: { instrument: () => null, exchangeTitle: (exchange: string) => exchange },
    notices: {
      show: (_kind: string, { key, params: { symbol = '', exchange = '' } = {} }: NamedText, options: NoticeOptions = {}) =>
        shown.push({ text: `${key} ${symbol} ${exchange}`.trim(), action: options.action }),
      error: ({ code }: { code: string }) => shown.push({ text: code }),
    },
    texts: {
      t: (_namespace: string, key: string, params: { symbol?: string; exchange?: string } = {}) =>
        params.symbol === undefined ? key : `${key} ${params.symbol} ${params.exchange}`,
    },
  } as unknown as Services;
  let lines: readonly ChartPriceLine[] = [];
  const surface = {
    instrumentId,
    setPriceLines: (next: readonly ChartPriceLine[]) => {
      lines = next;
    },
  } as unknown as ChartSurface;
  return { services, surface, saved, shown, statuses, state, lines: () => lines, tell: (alert: Alert) => tell(alert) };
}

it('draws the alerts of its market that are not over, a range as two lines, and follows what changes', () => {
  const { services, surface, lines, state } = prepare([
    alertOf({}),
    alertOf({ alertId: 'a2', condition: { kind: 'RANGE', low: '49000', high: '51000' } }),
    alertOf({ alertId: 'a3', status: 'ENDED' }),
    alertOf({ alertId: 'a4', instrument: 'tessera/ETHUSDT/spot' }),
  ]);
  const stop = alertOverlay.attach?.(surface, services);
  expect(lines().map(({ id, price }) => [id, price])).toEqual([
    ['a1 price', 50_500],
    ['a2 low', 49_000],
    ['a2 high', 51_000],
  ]);
  runInAction(() => {
    state.alerts = [];
  });
  expect(lines()).toEqual([]);
  void stop?.();
});

it('saves the end of a range that was dragged, and puts the line back when the server refuses', async () => {
  const { services, surface, lines, saved, shown } = prepare(
    [alertOf({ condition: { kind: 'RANGE', low: '49000', high: '51000' } })],
    true,
  );
  alertOverlay.attach?.(surface, services);
  const before = lines();
  lines()[1]?.onMove?.('51500', false);
  expect(saved).toEqual([]);
  lines()[1]?.onMove?.('51500', true);
  await Promise.resolve();
  await Promise.resolve();
  expect(saved).toMatchObject([{ alertId: 'a1', condition: { kind: 'RANGE', low: '49000', high: '51500' } }]);
  expect(shown).toEqual([{ text: 'ALERT_UNKNOWN' }]);
  expect(lines()).not.toBe(before);
  expect(lines()[1]?.price).toBe(51_000);
});

it('says of an index alert that it is one, in its line and its text, and keeps it one when its line is moved', async () => {
  const alert = alertOf({ watchedPrice: 'INDEX' });
  const { services, surface, lines, saved } = prepare([alert]);
  alertOverlay.attach?.(surface, services);
  expect(lines()[0]?.label).toBe('chart.indexLine');
  lines()[0]?.onMove?.('50600', true);
  expect(saved).toMatchObject([{ alertId: 'a1', watchedPrice: 'INDEX', condition: { price: '50600' } }]);
  const say = (key: string, params: object = {}): string => `${key} ${Object.values(params).join(' ')}`;
  expect(conditionText(alert, say, (price) => price)).toBe('condition.ofIndex condition.CROSS 50500');
  expect(conditionText(alertOf({}), say, (price) => price)).toBe('condition.CROSS 50500');
});

it("offers an alert in the chart's menu", () => {
  const { services, saved } = prepare([]);
  alertOverlay.actionsAt?.({ instrumentId, price: '50123.45' }, services)[0]?.run();
  expect(saved).toMatchObject([{ instrument: instrumentId, condition: { kind: 'CROSS', price: '50123.45' } }]);
});

it('announces what is raised by its symbol and exchange, even before the markets are known, and closes it from there', () => {
  const { services, shown, statuses, tell } = prepare([]);
  announceAlerts(services);
  tell(alertOf({ status: 'RAISED', raisedPrice: '50500' }));
  expect(shown.map(({ text }) => text)).toEqual(['raised BTCUSDT tessera']);
  shown[0]?.action?.run();
  expect(statuses).toEqual(['a1 ENDED']);
});

it('announces nothing on the page of what is to be told by the app alone', () => {
  const { services, shown, tell } = prepare([]);
  announceAlerts(services);
  tell(alertOf({ status: 'RAISED', raisedPrice: '50500', channels: ['APP'] }));
  expect(shown).toEqual([]);
  expect([channelOf(['APP']), channelOf(['WEB']), channelOf(['WEB', 'APP'])]).toEqual(['APP', 'WEB', 'BOTH']);
});

it('makes a condition of what was typed, and none while a field is missing', () => {
  const fields = fieldsOf(null, '50000');
  expect(conditionOf(fields)).toEqual({ kind: 'CROSS', price: '50000' });
  expect(conditionOf({ ...fields, kind: 'RANGE', low: '.5', high: '' })).toBeNull();
  expect(conditionOf({ ...fields, kind: 'RANGE', low: '.5', high: '7.' })).toEqual({ kind: 'RANGE', low: '0.5', high: '7' });
  expect(fieldsOf({ kind: 'AMPLITUDE', percent: '2' }, null)).toMatchObject({ kind: 'AMPLITUDE', percent: '2', price: '' });
});
