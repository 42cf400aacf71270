import type { Workbench } from '../../workbench/boot.ts';
import type { LayoutHost } from '../layout-host.ts';
import type { PopOuts } from './pop-outs.ts';

/** Whether the plugin lets this panel have a window of its own. */
export function canPopOut({ kernel }: Workbench, host: LayoutHost, slotId: string): boolean {
  const saved = host.slots.get(slotId)?.saved;
  const entry = saved === undefined ? null : kernel.panel(saved.type);
  return entry?.manifest.popOut === true && entry.decision.outcome === 'granted';
}

/** Tells the user when the browser refuses a window. */
export function popOut({ services }: Workbench, popOuts: PopOuts, slotId: string): void {
  // A window starts with the settings that the server has.
  void services.config.flush();
  if (!popOuts.popOut(slotId)) services.notices.show('warning', services.texts.t('app', 'popOut.blocked'));
}

export function popOutCurrent(workbench: Workbench): void {
  const { frontLayout, notices, texts } = workbench.services;
  const { host, popOuts } = frontLayout;
  const current = host?.current() ?? null;
  if (host === null || popOuts === null || current === null) return;
  if (canPopOut(workbench, host, current)) popOut(workbench, popOuts, current);
  else notices.show('info', texts.t('app', 'popOut.notPossible'));
}
