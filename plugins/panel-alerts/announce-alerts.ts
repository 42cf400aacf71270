import type { Alert } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { formatDecimal } from '../../core/ui/index.ts';
import { setAlertStatus } from './alert-actions.ts';
import { conditionText } from './alert-text.ts';
import type { Services } from './requires.ts';

/** Shows a message for every alert that is raised, wherever the user is. */
export function announceAlerts(services: Services): Disposer {
  const { alerts, markets, notices } = services;
  const told = toldIn('panel-alerts');
  const announce = (alert: Alert): void => {
    // Who wants to hear of it on his phone alone finds it among the messages here.
    if (!alert.channels.includes('WEB')) return;
    const { symbol = alert.instrument, exchange = '' } = parseInstrumentId(alert.instrument) ?? {};
    const text = told('raised', { symbol, exchange: markets.exchangeTitle(exchange), price: formatDecimal(alert.raisedPrice ?? '') });
    const detail = [conditionText(alert, told, formatDecimal), alert.note];
    notices.show('warning', text, {
      of: 'alert',
      detail,
      action: { label: told('close'), run: () => void setAlertStatus(services, alert, 'ENDED') },
    });
  };
  return alerts.onRaised(announce);
}
