import { pathIn } from '../../core/client/settings/site-path.ts';
import type { Workbench } from '../workbench/boot.ts';
import type { KernelStore } from '../workbench/kernel-store.ts';

interface Parts {
  readonly kernel: Pick<KernelStore, 'panel'>;
  readonly services: { readonly texts: Pick<Workbench['services']['texts'], 'language'> };
}

/** Where the public site tells how a panel (`panel-chart/chart`) is used, in the language of the page; null: nowhere. */
export function helpOf({ kernel, services }: Parts, type: string): string | null {
  const place = kernel.panel(type)?.manifest.help;
  return place === undefined ? null : pathIn(services.texts.language, place);
}

/** Opens the help of the panel in use in a tab of its own. */
export function openHelp(workbench: Workbench): void {
  const { frontLayout, notices, texts } = workbench.services;
  const { host } = frontLayout;
  const current = host?.slots.get(host.current() ?? '');
  const address = current === undefined ? null : helpOf(workbench, current.saved.type);
  if (address === null) notices.show('info', texts.t('app', 'panel.noHelp'));
  else window.open(address, '_blank', 'noopener');
}
