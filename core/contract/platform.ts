import type { PlatformSettings } from '../domain/platform-settings.ts';
import type { Outcome } from './app-error.ts';
import type { ChangeNote } from './people.ts';
import { type Token, token } from './token.ts';

/** What holds for the whole platform now. */
export interface PlatformState {
  readonly settings: PlatformSettings;
  /** Counts changes: a change names the one that it was made from. */
  readonly version: number;
}

/** What the firm has said of itself at the set-up. Every change stands in the audit (`platform.changed` of `platform`), in the transaction that makes it. */
export interface HousePlatform {
  /** As it stands on pages now. */
  readonly state: PlatformState;
  /**
   * Only what `changes` names. Refused, with nothing changed: PLATFORM_CHANGED (it is not at `version` any more), PLATFORM_NOTHING_TO_CHANGE,
   * FORM_FIELD_EMPTY, FORM_TEXT_TOO_LONG, REQUEST_INVALID (the default is no language that is offered), and SESSION_INVALID when who makes the change may not come in any more.
   */
  change(version: number, changes: Partial<PlatformSettings>, note: ChangeNote): Promise<Outcome<PlatformState>>;
}
export const PLATFORM: Token<HousePlatform> = token<HousePlatform>(
  'tessera.platform',
  'What the firm says of itself, and every change of it',
);
