import { partsOf } from '../../core/kernel/index.ts';
import { splitKey } from '../../core/ui/text/split-key.ts';
import type { Workbench } from '../workbench/boot.ts';
import type { KernelStore } from '../workbench/kernel-store.ts';
import type { SavedSlot } from './layout-host.ts';

type Named = Pick<SavedSlot, 'type' | 'title' | 'linkGroup'>;
interface Parts {
  readonly kernel: Pick<KernelStore, 'panel' | 'status'>;
  readonly services: Pick<Workbench['services'], 'workspace' | 'markets' | 'texts'>;
}

/** The panel's name; with a group of its own also its market, which the tabs of the header do not show. */
export function panelTitle({ kernel, services }: Parts, saved: Named): string {
  const own = saved.linkGroup === 'blue' ? null : services.workspace.groupInstrument(saved.linkGroup);
  const instrument = own === null ? null : services.markets.instrument(own);
  const name = saved.title ?? nameOf(titleKey(kernel, saved.type), services.texts);
  return instrument === null ? name : `${name} · ${instrument.symbol}`;
}

/** A panel that this user does not have at the moment keeps the name that its plugin gives it. */
function titleKey(kernel: Parts['kernel'], type: string): string | undefined {
  const entry = kernel.panel(type);
  if (entry !== null) return entry.manifest.title;
  const [plugin = '', id] = type.split('/');
  const manifest = kernel.status(plugin)?.manifest ?? null;
  return manifest === null ? undefined : partsOf(manifest, 'panels').find((panel) => panel.id === id)?.title;
}

/** Of a plugin that is gone nothing is known but an id, which says nothing to anybody. */
function nameOf(key: string | undefined, texts: Parts['services']['texts']): string {
  if (key === undefined) return texts.t('app', 'panel.gone');
  const { namespace, key: name } = splitKey(key);
  return texts.t(namespace, name);
}
