import type { Instrument } from '../../core/domain/markets/instrument.ts';
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
export function panelTitle(parts: Parts, saved: Named): string {
  const instrument = saved.linkGroup === 'blue' ? null : instrumentOf(parts, saved);
  return joined(panelName(parts, saved), instrument?.symbol);
}

/** Of a window that the panel has to itself: its name, its market and the exchange, for nothing around it says them. */
export function windowTitle(parts: Parts, saved: Named): string {
  const instrument = instrumentOf(parts, saved);
  const exchange = instrument === null ? undefined : parts.services.markets.exchangeTitle(instrument.exchange);
  return joined(panelName(parts, saved), instrument?.symbol, exchange);
}

const joined = (...words: readonly (string | undefined)[]): string => words.filter((word) => word !== undefined).join(' · ');

const panelName = ({ kernel, services }: Parts, saved: Named): string =>
  saved.title ?? nameOf(titleKey(kernel, saved.type), services.texts);

function instrumentOf({ services: { workspace, markets } }: Parts, { linkGroup }: Named): Instrument | null {
  const id = workspace.groupInstrument(linkGroup);
  return id === null ? null : markets.instrument(id);
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
