import { splitKey } from '../../core/ui/split-key.ts';
import type { Workbench } from '../workbench/boot.ts';
import type { SavedSlot } from './layout-host.ts';

/** The panel's name; with a group of its own also its market, which the tabs of the header do not show. */
export function panelTitle({ kernel, services }: Workbench, saved: SavedSlot): string {
  const own = saved.linkGroup === 'blue' ? null : services.workspace.groupInstrument(saved.linkGroup);
  const instrument = own === null ? null : services.markets.instrument(own);
  const name =
    saved.title ?? nameOf(kernel.panel(saved.type)?.manifest.title, services.texts) ?? saved.type.split('/').at(-1) ?? saved.type;
  return instrument === null ? name : `${name} · ${instrument.symbol}`;
}

function nameOf(titleKey: string | undefined, texts: Workbench['services']['texts']): string | null {
  if (titleKey === undefined) return null;
  const { namespace, key } = splitKey(titleKey);
  return texts.t(namespace, key);
}
