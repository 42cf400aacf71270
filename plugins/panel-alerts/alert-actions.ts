import type { Alert, AlertDraft } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { draftOf } from './alert-text.ts';
import type { Services } from './requires.ts';

const told = toldIn('panel-alerts');

/** Saves a draft; a refusal is shown. True when it was saved. */
export async function saveAlert({ alerts, notices }: Services, draft: AlertDraft): Promise<boolean> {
  const saved = await alerts.save(draft);
  if (!saved.ok) notices.error(saved.error);
  return saved.ok;
}

export async function setAlertStatus(services: Services, alert: Alert, status: 'MONITORING' | 'PAUSED' | 'ENDED'): Promise<void> {
  const changed = await services.alerts.setStatus(alert.alertId, status);
  if (!changed.ok) services.notices.error(changed.error);
}

/** Deletes at once and offers to take it back: the same alert is then made anew, paused if it was. */
export async function removeAlert(services: Services, alert: Alert): Promise<void> {
  const { alerts, notices } = services;
  const removed = await alerts.remove(alert.alertId);
  if (!removed.ok) return notices.error(removed.error);
  notices.show('info', told('deleted'), {
    action: {
      label: told('undo'),
      run: () => void restore(services, alert),
    },
  });
}

async function restore(services: Services, alert: Alert): Promise<void> {
  const saved = await services.alerts.save(draftOf(alert));
  if (!saved.ok) return services.notices.error(saved.error);
  if (alert.status === 'PAUSED') await setAlertStatus(services, saved.value, 'PAUSED');
}

/** An alert at a price, as the chart makes it. */
export const crossDraft = (instrument: string, price: string): AlertDraft => ({
  instrument,
  condition: { kind: 'CROSS', price },
  duration: 'CLOSE_MANUALLY',
  note: '',
});
