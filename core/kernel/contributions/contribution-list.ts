import type { PluginDefinition, PointHost } from '../../contract/plugin.ts';
import type { AccessPolicy } from '../checks/access-policy.ts';
import type { HookRunner } from '../hook-runner.ts';
import { type ContributionKind, contributionKey, type PluginManifest, partsOf } from '../manifest.ts';
import { PanelLoader } from '../panels/panel-loader.ts';
import type { PluginUnit } from '../plugin-unit.ts';
import type {
  CommandEntry,
  ContributionEntry,
  PanelEntry,
  RouteEntry,
  StrategyEntry,
  VenueEntry,
  VisibleDecision,
} from './contribution-entry.ts';

/** A plugin as the lists see it. */
export interface UnitView {
  readonly unit: PluginUnit;
  readonly access: AccessPolicy;
  readonly hooks: HookRunner;
}

type CodeOf<Code> = (id: string, definition: PluginDefinition, view: UnitView) => Code | null;

/** Entries of one kind from all plugins that run or are locked, in order of setup. */
function list<K extends ContributionKind, Code>(
  kind: K,
  views: readonly UnitView[],
  codeOf: CodeOf<Code>,
): readonly ContributionEntry<K, Code>[] {
  return views.flatMap((view) => {
    const { unit } = view;
    const { manifest } = unit.found;
    if (manifest === null || (unit.state.kind !== 'active' && unit.state.kind !== 'locked')) return [];
    return partsOf(manifest, kind).flatMap((part) => {
      const decision = decisionFor(view, manifest, kind, part.id);
      if (decision === null) return [];
      const code = decision.outcome === 'granted' && unit.definition !== null ? codeOf(part.id, unit.definition, view) : null;
      return [{ key: contributionKey(unit.id, part.id), id: part.id, pluginId: unit.id, manifest: part, decision, code }];
    });
  });
}

/** An id such as `constructor` names nothing that an object has by itself. */
const own = <T>(parts: Readonly<Record<string, T>> | undefined, id: string): T | undefined =>
  parts !== undefined && Object.hasOwn(parts, id) ? parts[id] : undefined;

/** Null: absent. A locked plugin locks what its contribution alone would grant. */
function decisionFor({ unit, access }: UnitView, manifest: PluginManifest, kind: ContributionKind, id: string): VisibleDecision | null {
  const decision = access.contribution(manifest, { kind, id });
  if (decision.outcome === 'absent') return null;
  if (unit.state.kind !== 'locked') return decision;
  const minVip = decision.outcome === 'locked' ? Math.max(decision.minVip, unit.state.minVip) : unit.state.minVip;
  return { outcome: 'locked', minVip };
}

const pointsOf = (unit: PluginUnit): PointHost => ({ contributions: (point) => unit.contributions(point) });

export const panelsOf = (views: readonly UnitView[]): readonly PanelEntry[] =>
  list('panels', views, (id, definition, { unit, hooks }) => {
    const panel = own(definition.panels, id);
    if (panel === undefined) return null;
    return new PanelLoader(panel, unit.services, pointsOf(unit), (work) => hooks.load(unit.id, `panel ${id}`, work));
  });

export const routesOf = (views: readonly UnitView[]): readonly RouteEntry[] =>
  list('routes', views, (id, definition, { unit, hooks }) => {
    const page = own(definition.routes, id);
    if (page === undefined) return null;
    return { services: unit.services, load: () => hooks.load(unit.id, `page ${id}`, () => page.load(pointsOf(unit))) };
  });

export const commandsOf = (views: readonly UnitView[]): readonly CommandEntry[] =>
  list('commands', views, (id, definition, { unit, hooks }) => {
    const command = own(definition.commands, id);
    if (command === undefined) return null;
    return { run: () => hooks.run(unit.id, `command ${id}`, () => command.run(unit.services)) };
  });

export const venuesOf = (views: readonly UnitView[]): readonly VenueEntry[] =>
  list('venues', views, (id, definition, { unit, hooks }) => {
    const venue = own(definition.venues, id);
    if (venue === undefined) return null;
    return { open: (opening) => hooks.run(unit.id, `open venue ${id}`, () => venue.open(unit.services, opening, unit.optional)) };
  });

export const strategiesOf = (views: readonly UnitView[]): readonly StrategyEntry[] =>
  list('strategies', views, (id, definition) => ({ definition: own(definition.strategies, id) }));
