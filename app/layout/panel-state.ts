import type { PanelState } from '../../core/kernel/index.ts';
import type { KernelStore } from '../workbench/kernel-store.ts';

/** What stands behind a saved panel's type now. */
export function panelState(type: string, kernel: Pick<KernelStore, 'panel' | 'status'>): PanelState {
  const entry = kernel.panel(type);
  if (entry?.decision.outcome === 'locked') return { kind: 'locked', minVip: entry.decision.minVip };
  if (entry?.code !== null && entry?.code !== undefined)
    return { kind: 'ready', version: entry.manifest.version, definition: entry.code.definition };
  const state = kernel.status(type.split('/')[0] ?? '')?.state;
  if (state?.kind === 'failed') return { kind: 'failed' };
  if (state?.kind === 'disabled') return { kind: state.reason.code === 'dependency-withdrawn' ? 'needs' : 'disabled' };
  return { kind: 'unknown' };
}
