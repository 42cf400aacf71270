import type * as sets from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView, PluginView } from '../../schemas/wire/workspace.ts';
import type { HouseOf, OwnWord } from './house-words.ts';

/** What the wire tells of plugins, and of what roles have of them, in the words of the house. */

/** A plugin that the user has, or sees locked. */
export type OwnPlugin = HouseOf<PluginView, OwnWord>;
/** An installed plugin, with its state and reason. */
export type PluginStatus = HouseOf<PluginStatusView, OwnWord>;
export type PluginSet = HouseOf<sets.PluginSetView, OwnWord>;
export type PluginAccess = HouseOf<sets.PluginAccessView, OwnWord>;
export type RoleAccess = HouseOf<sets.RoleAccessView, OwnWord>;
/** What a set changes for the people of its role. */
export type PluginSetChange = HouseOf<sets.PluginSetChangeView, OwnWord>;
