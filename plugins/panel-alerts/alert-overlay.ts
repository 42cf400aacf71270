import { autorun } from 'mobx';
import { type ChartPriceLine, type ChartSurface, defineChartOverlay } from '../../core/contract/chart.ts';
import type { Alert } from '../../core/contract/client-services.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { crossDraft, removeAlert, saveAlert } from './alert-actions.ts';
import { draftOf } from './alert-text.ts';
import type { requires, Services } from './requires.ts';

/** The prices of a condition by the field that holds them; moving the line changes that field. */
function linePrices(condition: Alert['condition']): Readonly<Record<string, string>> {
  switch (condition.kind) {
    case 'CROSS':
      return { price: condition.price };
    case 'RANGE':
      return { low: condition.low, high: condition.high };
    case 'AMPLITUDE':
      return {};
  }
}

/** Watched and raised alerts as lines: dragged to another price, taken away, and made from the chart's menu. */
export const alertOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-alerts.title',
  shownAtFirst: true,
  attach: (surface, services) => autorun(() => surface.setPriceLines(linesOf(surface, services))),
  actionsAt: ({ instrumentId, price }, services) => [
    {
      id: 'alert',
      label: services.texts.t('panel-alerts', 'chart.add', { price: formatDecimal(price) }),
      tone: 'warn',
      run: () => void saveAlert(services, crossDraft(instrumentId, price)),
    },
  ],
});

function linesOf(surface: ChartSurface, services: Services): readonly ChartPriceLine[] {
  const { alerts, texts } = services;
  const own = alerts.alerts.filter(({ instrument: id, status }) => id === surface.instrumentId && status !== 'ENDED');
  return own.flatMap((alert) =>
    Object.entries(linePrices(alert.condition)).map(([field, price]): ChartPriceLine => {
      const note = alert.note === '' ? texts.t('panel-alerts', `status.${alert.status}`) : alert.note;
      return {
        id: `${alert.alertId} ${field}`,
        price: Number(price),
        label: texts.t('panel-alerts', alert.watchedPrice === 'INDEX' ? 'chart.indexLine' : 'chart.line', { note }),
        tone: alert.status === 'PAUSED' ? 'muted' : 'warn',
        dashed: alert.status !== 'RAISED',
        sign: 'bell',
        onMove: (moved, done) => {
          if (done) void move(surface, services, alert, { ...alert.condition, [field]: moved } as Alert['condition']);
        },
        onRemove: () => void removeAlert(services, alert),
      };
    }),
  );
}

async function move(surface: ChartSurface, services: Services, alert: Alert, condition: Alert['condition']): Promise<void> {
  const saved = await saveAlert(services, { ...draftOf(alert), alertId: alert.alertId, condition });
  // A refused line goes back to where the alert is.
  if (!saved) surface.setPriceLines(linesOf(surface, services));
}
