import { accepted } from '../../core/contract/app-error.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { alertChannels } from '../../core/domain/markets/price-alert.ts';
import type { AlertRaiseView, AlertView, alertRoutes } from '../../schemas/wire/alert.ts';
import type { AlertRaiseRecord, AlertRecord } from './alert-record.ts';
import type { PriceAlerts } from './price-alerts.ts';

const defaultHistory = 100;

/** Alerts of the caller; those of others do not exist. */
export function alertCalls(alerts: PriceAlerts): RouteHandlers<typeof alertRoutes> {
  return {
    alertList: async (request) => accepted(alerts.list(userOf(request)).map(alertView)),
    alertSave: async (request) => {
      const { alert_id, instrument, watched_price: watchedPrice = 'LAST', channels = alertChannels, ...chosen } = request.body;
      const { condition, duration, note } = chosen;
      const choice = { instrumentId: instrument, watchedPrice, condition, duration, channels, note };
      const saved = await alerts.save(userOf(request), alert_id ?? null, choice);
      return saved.ok ? accepted(alertView(saved.value)) : saved;
    },
    alertStatus: async (request) => {
      const { alert_id, status } = request.body;
      const changed = await alerts.setStatus(userOf(request), alert_id, status);
      return changed.ok ? accepted(alertView(changed.value)) : changed;
    },
    alertDelete: (request) => alerts.remove(userOf(request), request.body.alert_id),
    alertHistory: async (request) => {
      const { limit = defaultHistory } = request.query;
      return accepted((await alerts.history(userOf(request), limit)).map(raiseView));
    },
  };
}

export const alertView = (alert: AlertRecord): AlertView => ({
  alert_id: alert.alertId,
  instrument: alert.instrumentId,
  watched_price: alert.watchedPrice,
  condition: alert.condition,
  duration: alert.duration,
  channels: [...alert.channels],
  note: alert.note,
  status: alert.status,
  reference: alert.reference,
  raised_price: alert.raisedPrice,
  raised_time: alert.raisedMs,
  create_time: alert.createdMs,
  update_time: alert.updatedMs,
});

const raiseView = (raise: AlertRaiseRecord): AlertRaiseView => ({
  raise_id: raise.raiseId,
  alert_id: raise.alertId,
  instrument: raise.instrumentId,
  watched_price: raise.watchedPrice,
  condition: raise.condition,
  note: raise.note,
  price: raise.price,
  time: raise.timeMs,
});
