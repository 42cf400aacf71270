import type { ComponentType } from 'react';
import type { PanelDefinition } from './panel.ts';
import type { Disposer, Resolved, ResolvedOptional, Token, TokenMap } from './token.ts';
import type { VenueDefinition } from './venue.ts';

/** What `setup` receives: the named services, and the ways to give something back. */
export interface SetupContext<R extends TokenMap, O extends TokenMap> {
  readonly pluginId: string;
  readonly services: Resolved<R>;
  readonly optional: ResolvedOptional<O>;
  /** Provides a service under a token of the manifest's `provides`. Must be called before `setup` ends. */
  provide<T>(token: Token<T>, service: T): void;
  /** All live contributions to a point of the manifest's `points`, and later changes to them. */
  contributions<T>(point: string): Contributions<T>;
}

/** Live view of a contribution point. A contribution whose code throws is left out and reported; the others stay. */
export interface Contributions<T> {
  list(): ReadonlyArray<{
    readonly pluginId: string;
    readonly id: string;
    readonly value: T;
    /** What the contributing plugin requires; empty before its setup. */
    services(): Readonly<Record<string, unknown>>;
  }>;
  onChange(listener: () => void): Disposer;
}

/** The contribution points that a plugin opens, for the code of a panel or page that draws what stands there. */
export interface PointHost {
  /** Live contributions to a point of the manifest's `points`. */
  contributions<T>(point: string): Contributions<T>;
}

export interface PageDefinition<R extends TokenMap = TokenMap> {
  /** Loaded when the page is first opened. */
  load(host: PointHost): Promise<{ readonly Page: ComponentType<PageProps<R>> }>;
}

export interface PageProps<R extends TokenMap = TokenMap> {
  readonly services: Resolved<R>;
}

export interface CommandDefinition<R extends TokenMap = TokenMap> {
  run(services: Resolved<R>): void | Promise<void>;
}

/**
 * The code half of a plugin, keyed by the ids of its manifest. `requires`/`optional` must name the same tokens as the
 * manifest. `setup` runs in dependency order; what it returns is called, in reverse order, when the plugin stops.
 */
export interface PluginDefinition<R extends TokenMap = TokenMap, O extends TokenMap = TokenMap> {
  readonly requires?: R;
  readonly optional?: O;
  setup?(context: SetupContext<R, O>): Disposer | undefined | Promise<Disposer | undefined>;
  readonly panels?: Readonly<Record<string, PanelDefinition<R>>>;
  readonly routes?: Readonly<Record<string, PageDefinition<R>>>;
  readonly commands?: Readonly<Record<string, CommandDefinition<R>>>;
  readonly venues?: Readonly<Record<string, VenueDefinition<R, O>>>;
  readonly strategies?: Readonly<Record<string, unknown>>;
  /** Contributions to open points, by contribution id. */
  readonly open?: Readonly<Record<string, unknown>>;
}

/** Keeps the named tokens' types; adds nothing at run time. */
export const definePlugin = <const R extends TokenMap = Record<never, never>, const O extends TokenMap = Record<never, never>>(
  definition: PluginDefinition<R, O>,
): PluginDefinition<R, O> => definition;
