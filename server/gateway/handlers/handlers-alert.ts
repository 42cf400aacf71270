import { accepted } from '../../../core/contract/app-error.ts';
import type { AlertRaiseView, AlertView, alertRoutes } from '../../../schemas/wire/alert.ts';
import type { AlertService } from '../../alerts/alert-service.ts';
import type { AlertRaiseRecord, AlertRecord } from '../../store/records.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

const defaultHistory = 100;

export function createAlertHandlers(alerts: AlertService): HandlersOf<typeof alertRoutes> {
  return {
    alertList: async (request) => accepted(alerts.list(sessionOf(request).principal.userId).map(alertView)),
    alertSave: async (request) => {
      const { alert_id, instrument, watched_price: watchedPrice = 'LAST', condition, duration, note } = request.body;
      const choice = { instrumentId: instrument, watchedPrice, condition, duration, note };
      const saved = await alerts.save(sessionOf(request).principal.userId, alert_id ?? null, choice);
      return saved.ok ? accepted(alertView(saved.value)) : saved;
    },
    alertStatus: async (request) => {
      const { alert_id, status } = request.body;
      const changed = await alerts.setStatus(sessionOf(request).principal.userId, alert_id, status);
      return changed.ok ? accepted(alertView(changed.value)) : changed;
    },
    alertDelete: (request) => alerts.remove(sessionOf(request).principal.userId, request.body.alert_id),
    alertHistory: async (request) => {
      const { limit = defaultHistory } = request.query;
      return accepted((await alerts.history(sessionOf(request).principal.userId, limit)).map(raiseView));
    },
  };
}

export const alertView = (alert: AlertRecord): AlertView => ({
  alert_id: alert.alertId,
  instrument: alert.instrumentId,
  watched_price: alert.watchedPrice,
  condition: alert.condition,
  duration: alert.duration,
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
