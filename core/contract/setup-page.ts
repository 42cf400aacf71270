import type { ComponentType } from 'react';
import type { PageProps } from './plugin.ts';
import type { TokenMap } from './token.ts';

/** Contribution point of the page `/setup`, which the house opens: settings of a plugin's own, below those of the house. */
export const setupSectionsPoint = 'setup.sections';

/** A contribution to {@link setupSectionsPoint}. */
export interface SetupSection<R extends TokenMap = TokenMap> {
  /** Locale key of the heading, `pluginId.key`. */
  readonly titleKey: string;
  /** Sections stand in this order. */
  readonly order: number;
  /** Loaded with the page; it gets the services that its plugin requires. */
  load(): Promise<{ readonly Section: ComponentType<PageProps<R>> }>;
}

/** Keeps the tokens' types; adds nothing at run time. */
export const defineSetupSection = <const R extends TokenMap = Record<never, never>>(section: SetupSection<R>): SetupSection<R> => section;
