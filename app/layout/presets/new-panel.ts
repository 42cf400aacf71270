import type { KernelStore } from '../../workbench/kernel-store.ts';
import type { SavedSlot } from '../layout-host.ts';

/** A panel as it starts: of the newest version, with its default config, on the tabs' link group. */
export function newPanel(kernel: KernelStore, key: string): Omit<SavedSlot, 'id'> {
  const entry = kernel.panel(key);
  return { type: key, version: entry?.manifest.version ?? 1, config: entry?.code?.definition.defaultConfig ?? {}, linkGroup: 'blue' };
}
