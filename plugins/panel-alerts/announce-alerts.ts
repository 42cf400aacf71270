import type { Alert } from '../../core/contract/client-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { formatDecimal } from '../../core/ui/index.ts';
import { setAlertStatus } from './alert-actions.ts';
import { conditionText } from './alert-text.ts';
import type { Services } from './requires.ts';

/** Shows a message for every alert that is raised, wherever the user is. */
export function announceAlerts(services: Services): Disposer {
  const { alerts, markets, notices, texts } = services;
  const t = (key: string, params?: Readonly<Record<string, string | number>>): string => texts.t('panel-alerts', key, params);
  const announce = (alert: Alert): void => {
    const { symbol = alert.instrument, exchange = '' } = parseInstrumentId(alert.instrument) ?? {};
    const text = t('raised', { symbol, exchange: markets.exchangeTitle(exchange), price: formatDecimal(alert.raisedPrice ?? '') });
    const detail = [conditionText(alert, t, formatDecimal), alert.note].filter((part) => part !== '').join(' · ');
    notices.show('warning', text, { detail, action: { label: t('close'), run: () => void setAlertStatus(services, alert, 'ENDED') } });
  };
  return alerts.onRaised(announce);
}
