import { type Static, Type } from '@sinclair/typebox';
import { alertChannels, alertDurations, alertPrices, alertStatuses } from '../../core/domain/markets/price-alert.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const tag = 'Alerts';

/** Alerts that one user may keep. */
export const maxAlerts = 100;

const AlertId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const Note = Type.String({ maxLength: 120 });

export const AlertConditionView = Type.Union([
  strict({ kind: Type.Literal('CROSS'), price: Decimal }, { description: 'The price reaches or passes `price`' }),
  strict({ kind: Type.Literal('RANGE'), low: Decimal, high: Decimal }, { description: 'The price enters or leaves the range' }),
  strict(
    { kind: Type.Literal('AMPLITUDE'), percent: Decimal },
    { description: 'The price is so far away from where it was when monitoring began' },
  ),
]);
export type AlertConditionView = Static<typeof AlertConditionView>;

const chosen = {
  instrument: InstrumentIdText,
  condition: AlertConditionView,
  /** A raised alert ends after a minute, or when the user closes it. */
  duration: oneOf(alertDurations),
  note: Note,
};

/** `LAST`: every trade of the market. `INDEX`: what its pair costs over all exchanges, every second while the index is not stale. */
const watchedPrice = oneOf(alertPrices);

/** `WEB`: on open pages and by browsers of computers. `APP`: by phones and tablets. */
const channels = Type.Array(oneOf(alertChannels), { minItems: 1, maxItems: alertChannels.length, uniqueItems: true });

export const AlertView = strict({
  alert_id: AlertId,
  ...chosen,
  watched_price: watchedPrice,
  channels,
  status: oneOf(alertStatuses),
  /** What the price is held against: the one when monitoring began. */
  reference: nullable(Decimal),
  /** The price that met the condition last. */
  raised_price: nullable(Decimal),
  raised_time: nullable(TimeMs),
  create_time: TimeMs,
  update_time: TimeMs,
});
export type AlertView = Static<typeof AlertView>;

export const AlertRaiseView = strict({
  raise_id: Type.String(),
  alert_id: AlertId,
  instrument: InstrumentIdText,
  watched_price: watchedPrice,
  condition: AlertConditionView,
  note: Note,
  price: Decimal,
  time: TimeMs,
});
export type AlertRaiseView = Static<typeof AlertRaiseView>;

/** What the user chooses of an alert; without a `watched_price` it looks at the last one, without `channels` it is told on both. */
export const AlertDraft = strict({
  alert_id: Type.Optional(AlertId),
  ...chosen,
  watched_price: Type.Optional(watchedPrice),
  channels: Type.Optional(channels),
});
export type AlertDraft = Static<typeof AlertDraft>;

export const alertRoutes = {
  alertList: route({
    method: 'GET',
    path: '/user/alert/list',
    tag,
    summary: "The caller's price alerts, newest first",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(AlertView),
  }),
  alertSave: route({
    method: 'POST',
    path: '/user/alert/save',
    tag,
    summary: 'Saves an alert, a new one without an id, and monitors it from the price of now',
    access: 'session',
    rate: 'save',
    body: AlertDraft,
    reply: AlertView,
  }),
  alertStatus: route({
    method: 'POST',
    path: '/user/alert/status',
    tag,
    summary: 'Monitors an alert anew, pauses it, or closes a raised one',
    access: 'session',
    rate: 'save',
    body: strict({ alert_id: AlertId, status: oneOf(['MONITORING', 'PAUSED', 'ENDED']) }),
    reply: AlertView,
  }),
  alertDelete: route({
    method: 'POST',
    path: '/user/alert/delete',
    tag,
    summary: 'Deletes an alert, also one that is not there; its history stays',
    access: 'session',
    rate: 'save',
    body: strict({ alert_id: AlertId }),
    reply: Type.Null(),
  }),
  alertHistory: route({
    method: 'GET',
    path: '/user/alert/history',
    tag,
    summary: 'When alerts were raised, newest first',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
    reply: Type.Array(AlertRaiseView),
  }),
} as const;
