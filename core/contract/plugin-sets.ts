import type * as sets from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView, PluginView } from '../../schemas/wire/workspace.ts';
import type { Role } from '../domain/accounts/role.ts';
import type { HouseOf, OwnWord } from './house-words.ts';

/** What the wire tells of plugins, and of what roles have of them, in the words of the house. */

/** Which plugins a role has. An admin edits it while the system runs. */
export interface PluginSet {
  readonly role: Role;
  /** Plugin ids and patterns: `*` is everything, `panel-*` everything that starts with `panel-`. */
  readonly included: readonly string[];
  /** As `included`; wins over it. */
  readonly excluded: readonly string[];
  /** Plugin id or contribution key (`panel-chart/chart`) → VIP level that is needed at least. */
  readonly vipOverrides: Readonly<Record<string, number>>;
  /** Plugin ids and contribution keys that are locked whatever the VIP level. */
  readonly locked: readonly string[];
}

/** A plugin that the user has, or sees locked. */
export type OwnPlugin = HouseOf<PluginView, OwnWord>;
/** An installed plugin, with its state and reason. */
export type PluginStatus = HouseOf<PluginStatusView, OwnWord>;
export type PluginAccess = HouseOf<sets.PluginAccessView, OwnWord>;
export type RoleAccess = HouseOf<sets.RoleAccessView, OwnWord>;
/** A set as it was saved. */
export type PluginSetVersion = HouseOf<sets.PluginSetVersionView, OwnWord>;
/** A set that no role has. */
export type NamedPluginSet = HouseOf<sets.NamedPluginSetView, OwnWord>;
export type ProductVersionSet = HouseOf<sets.ProductVersionView, OwnWord>;
/** What somebody of a role and level sees. */
export type SeenPart = HouseOf<sets.SeenPartView, OwnWord>;
/** What a set changes for the people of its role. */
export type PluginSetChange = HouseOf<sets.PluginSetChangeView, OwnWord>;
