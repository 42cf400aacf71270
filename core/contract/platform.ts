import type { PlatformSettings } from '../domain/platform-settings.ts';

/** What holds for the whole platform now. */
export interface PlatformState {
  readonly settings: PlatformSettings;
  /** Counts changes: a change names the one that it was made from. */
  readonly version: number;
}
