import type { ComponentType } from 'react';
import type { PageProps } from './plugin.ts';
import type { TokenMap } from './token.ts';

/** Contribution point of the page `/user`: the parts of what a person keeps about himself, each in a tab of its own. */
export const userSectionsPoint = 'user.sections';

/** A contribution to {@link userSectionsPoint}. Its id stands in the address: `/user?part=<id>`. */
export interface UserSection<R extends TokenMap = TokenMap> {
  /** Locale key of the tab, `pluginId.key`. */
  readonly titleKey: string;
  /** Tabs stand in this order; the first is open. */
  readonly order: number;
  /** Loaded when the tab is first opened; it gets the services that its plugin requires. */
  load(): Promise<{ readonly Section: ComponentType<PageProps<R>> }>;
}

/** Keeps the tokens' types; adds nothing at run time. */
export const defineUserSection = <const R extends TokenMap = Record<never, never>>(section: UserSection<R>): UserSection<R> => section;
