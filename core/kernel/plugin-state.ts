import type { FailureReason } from './kernel-report.ts';
import type { PluginManifest } from './manifest.ts';

/** Why a plugin that could run does not: nothing is wrong with it. */
interface DisabledReason {
  readonly code: 'opted-out' | 'dependency-withdrawn';
  readonly detail: string;
}

/**
 * active: runs. locked: visible, its code is not loaded. disabled: switched off. failed: cannot run.
 * absent: does not exist for this principal. stopped: the kernel has not started it yet, or has ended.
 */
export type PluginState =
  | { readonly kind: 'active' }
  | { readonly kind: 'locked'; readonly minVip: number }
  | { readonly kind: 'disabled'; readonly reason: DisabledReason }
  | { readonly kind: 'failed'; readonly reason: FailureReason }
  | { readonly kind: 'absent' }
  | { readonly kind: 'stopped' };

/** One row of the admin's plugin page. */
export interface InstalledPlugin {
  readonly id: string;
  /** Null when it did not pass validation. */
  readonly manifest: PluginManifest | null;
  readonly state: PluginState;
  /** Time of its last load and setup; null when that did not run. */
  readonly loadMs: number | null;
  readonly setupMs: number | null;
}
