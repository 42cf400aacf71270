import { type Static, Type } from '@sinclair/typebox';
import { accountActs } from '../core/domain/accounts/account-act.ts';
import { capabilities } from '../core/domain/accounts/capability.ts';
import { grantedRights, ownRights } from '../core/domain/accounts/role-book.ts';
import { oneOf, PluginId, RoleName, strict } from './common.ts';

/** The plain-data description of a plugin, `plugins/<id>/plugin.json`; checked before any of the plugin's code runs. */

export const pluginKinds = ['panel', 'strategy', 'venue', 'service', 'page', 'feature', 'role', 'site'] as const;
export type PluginKind = (typeof pluginKinds)[number];

const LocaleKey = Type.String({ pattern: '^[a-z][A-Za-z0-9-]*(\\.[A-Za-z0-9_-]+)+$', maxLength: 120 });
const TokenId = Type.String({ pattern: '^[a-z][A-Za-z0-9-]*(\\.[A-Za-z0-9-]+)*$', maxLength: 80 });
const HostName = Type.String({
  pattern: '^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\\d{1,5})?$',
  maxLength: 255,
});
const ContributionId = Type.String({ pattern: '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$', maxLength: 80 });

export const Access = strict({
  /** Absent: every signed-in user. `public`: guests too. */
  roles: Type.Optional(Type.Union([Type.Literal('public'), Type.Array(RoleName, { minItems: 1, uniqueItems: true })])),
  minVip: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  /** `exchange`, `strategy` or `marketMaking`, each with its own VIP threshold; another word locks for all. */
  permission: Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z]*$' })),
  /** What it is for, such as `trade`: it does not exist for roles that may not do this with any account. */
  account: Type.Optional(oneOf(accountActs)),
});
export type Access = Static<typeof Access>;

const contribution = <P extends Parameters<typeof strict>[0]>(more: P) =>
  strict({ id: ContributionId, title: LocaleKey, access: Type.Optional(Access), ...more });

const sitePath = '^(/[a-z0-9]+(-[a-z0-9]+)*)+';

/** Headings of the gallery of panels, in its order. */
export const panelCategories = ['market', 'trading', 'account', 'strategy', 'other'] as const;
export type PanelCategory = (typeof panelCategories)[number];
/** Pictures that the gallery can draw of a panel. */
const panelPreviews = ['table', 'list', 'tape', 'candles', 'ladder', 'curve', 'bars', 'form', 'fields'] as const;
export type PanelPreview = (typeof panelPreviews)[number];

/** What the product leads to from elsewhere, whichever plugin has it: where orders are written, markets are listed, strategies are started. */
const panelRoles = ['order-ticket', 'market-list', 'strategy-form', 'transfer'] as const;
export type PanelRole = (typeof panelRoles)[number];

export const PanelContribution = contribution({
  icon: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  description: Type.Optional(LocaleKey),
  /** Version of the panel's saved config; raised together with a migration. */
  version: Type.Integer({ minimum: 1, maximum: 1_000 }),
  /** Where the gallery lists it; absent: by the plugin's kind. */
  category: Type.Optional(oneOf(panelCategories)),
  /** What it looks like from afar; absent: a table. */
  preview: Type.Optional(oneOf(panelPreviews)),
  /** Buttons elsewhere lead to it; of several panels with one role to the first. */
  role: Type.Optional(oneOf(panelRoles)),
  /** Where the public site tells how it is used, such as `/guide/trader/orders#placing`: its question mark opens that. Absent: it has none. */
  help: Type.Optional(Type.String({ pattern: `${sitePath}(#[a-z][a-z0-9-]*)?$`, maxLength: 160 })),
  /** Below this width in px it cannot be read; absent: 200. */
  minWidth: Type.Optional(Type.Integer({ minimum: 120, maximum: 800 })),
  /** It takes the room that its neighbours leave, which keep their widths. */
  grows: Type.Optional(Type.Boolean()),
  singleton: Type.Optional(Type.Boolean()),
  popOut: Type.Optional(Type.Boolean()),
});
export type PanelContribution = Static<typeof PanelContribution>;

export const RouteContribution = contribution({
  path: Type.String({ pattern: '^/[A-Za-z0-9/:_-]*$' }),
  /** Where the page stands in a menu; absent: in none. */
  menu: Type.Optional(
    strict({
      /** `user`: in the menu of whoever is signed in; the others: on the side. */
      group: oneOf(['trade', 'account', 'aiTrade', 'tradeData', 'data', 'settings', 'admin', 'user']),
      order: Type.Integer(),
      icon: Type.String(),
    }),
  ),
  /** It is the work of these roles: their people come here once they have signed in, and find it first in the navigation. */
  home: Type.Optional(Type.Array(RoleName, { minItems: 1, uniqueItems: true })),
});
export type RouteContribution = Static<typeof RouteContribution>;

export const CommandContribution = contribution({
  /** Default shortcut such as `Mod+K`; Mod is Ctrl or ⌘. */
  shortcut: Type.Optional(Type.String({ maxLength: 40 })),
});
export type CommandContribution = Static<typeof CommandContribution>;

/** A strategy may have an icon of its own; without one it has that of all strategies. */
export const StrategyContribution = contribution({
  icon: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]*$' })),
});
export type StrategyContribution = Static<typeof StrategyContribution>;

/** `sandbox`: it only simulates a market, and opens where the platform keeps such. */
export const VenueContribution = contribution({ sandbox: Type.Optional(Type.Boolean()) });
export type VenueContribution = Static<typeof VenueContribution>;

export const NamedContribution = contribution({});
export type NamedContribution = Static<typeof NamedContribution>;

const PanelKeys = Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*/[a-z][a-z0-9.-]*$' }), { minItems: 1, maxItems: 20 });

/** A workspace by what its panels are for: each list of panels (`panel-chart/chart`) is a stack, the first of it in front. */
export const WorkspacePlaces = strict({
  /** The work itself. */
  main: PanelKeys,
  /** Lists under it. */
  lists: PanelKeys,
  /** Beside it. */
  side: PanelKeys,
  /** Under what is beside it. */
  sideLists: PanelKeys,
  /** Percent of the width for what is beside, on a desk. */
  sideShare: Type.Optional(Type.Integer({ minimum: 10, maximum: 60 })),
  /** Percent of the height for the work itself. */
  mainShare: Type.Optional(Type.Integer({ minimum: 20, maximum: 80 })),
});
export type WorkspacePlaces = Static<typeof WorkspacePlaces>;

/** A role, known everywhere as `<plugin>/<id>`. All roles look at what is theirs and take back what they began; what it has beyond that stands here. */
export const RoleContribution = strict({
  id: ContributionId,
  /** `<plugin>.role.<id>`: pages that know no more than the word find its name there. */
  title: LocaleKey,
  /** With accounts of its own. */
  own: Type.Array(oneOf(ownRights), { uniqueItems: true }),
  /** With accounts of others, as far as somebody authorises it. */
  granted: Type.Array(oneOf(grantedRights), { uniqueItems: true }),
  /** Patterns of plugins that it begins without (`strategy-*`); absent: without what trades, unless it may trade. */
  without: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z*][a-z0-9*-]*$', maxLength: 80 }), { uniqueItems: true })),
  /** What its people see first; absent: the workspace of a trader. */
  workspace: Type.Optional(WorkspacePlaces),
});
export type RoleContribution = Static<typeof RoleContribution>;

/** Headings of the public site's footer, in its order. */
export const siteSections = ['social', 'product', 'about', 'service', 'contact'] as const;
export type SiteSection = (typeof siteSections)[number];

/** A page of the public site, for everybody; the code is in `site.tsx`. */
export const SiteContribution = strict({
  id: ContributionId,
  /** What windows, search engines and shared links call the page. */
  title: LocaleKey,
  /** One or two sentences for search engines and shared links. */
  description: LocaleKey,
  path: Type.String({ pattern: `${sitePath}$`, maxLength: 120 }),
  /** Where it stands in the menus; absent: in none. */
  nav: Type.Optional(
    strict({
      label: LocaleKey,
      /** Under this heading of the footer. */
      section: oneOf(siteSections),
      order: Type.Integer({ minimum: 0, maximum: 10_000 }),
      /** In the header too. */
      header: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type SiteContribution = Static<typeof SiteContribution>;

/** A contribution to a point that another plugin or the shell defines, such as `chart.overlays`. */
export const OpenContribution = contribution({ point: ContributionId });
export type OpenContribution = Static<typeof OpenContribution>;

export const PluginManifest = strict({
  $schema: Type.Optional(Type.String()),
  id: PluginId,
  version: Type.String({ pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}$' }),
  /** Semver range of the contract version that the plugin was written for. */
  api: Type.String({ maxLength: 40 }),
  kind: oneOf(pluginKinds),
  title: LocaleKey,
  description: LocaleKey,
  requires: Type.Optional(Type.Array(TokenId, { uniqueItems: true })),
  optional: Type.Optional(Type.Array(TokenId, { uniqueItems: true })),
  provides: Type.Optional(Type.Array(TokenId, { uniqueItems: true })),
  /** What it may do in a browser where it comes as a package; a token that brings one capability needs no word here. */
  capabilities: Type.Optional(Type.Array(oneOf(capabilities), { uniqueItems: true })),
  /** Hosts that a venue speaks to, `host` or `host:port`. */
  hosts: Type.Optional(Type.Array(HostName, { uniqueItems: true, maxItems: 50 })),
  /** Contribution points that this plugin opens to others. */
  points: Type.Optional(Type.Array(ContributionId, { uniqueItems: true })),
  contributes: Type.Optional(
    strict({
      panels: Type.Optional(Type.Array(PanelContribution)),
      routes: Type.Optional(Type.Array(RouteContribution)),
      commands: Type.Optional(Type.Array(CommandContribution)),
      venues: Type.Optional(Type.Array(VenueContribution)),
      strategies: Type.Optional(Type.Array(StrategyContribution)),
      open: Type.Optional(Type.Array(OpenContribution)),
      roles: Type.Optional(Type.Array(RoleContribution)),
      site: Type.Optional(Type.Array(SiteContribution)),
    }),
  ),
  access: Type.Optional(Access),
  /** What a failed start means: `disable` (default) leaves the product running without the plugin, `abort` stops the boot. */
  onFailure: Type.Optional(oneOf(['disable', 'abort'])),
});
export type PluginManifest = Static<typeof PluginManifest>;
