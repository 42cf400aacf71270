import type { Principal } from '../../../core/contract/access.ts';
import type { AppError } from '../../../core/contract/app-error.ts';

/** Says whether a caller has the plugin behind an exchange. Asked for every order, so it answers at once. */
export interface VenueGuard {
  /** Null when the principal has the plugin unlocked; ACCESS_VIP or ACCESS_PLUGIN otherwise. */
  guard(principal: Principal, pluginId: string): AppError | null;
}
