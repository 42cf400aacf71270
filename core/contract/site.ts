import type { ComponentType } from 'react';
import type { SiteSection } from '../../schemas/manifest.ts';
import type { Disposer } from './token.ts';

/**
 * The public site: pages of plugins that are drawn once for each language when the product is built, and served as plain HTML. Nothing of
 * a page runs in the browser; what moves is an island.
 */

/** A page as the menus of the site show it, in the language of the page that is drawn. */
export interface SiteLink {
  readonly path: string;
  /** Where it is in this language. */
  readonly href: string;
  readonly label: string;
  readonly section: SiteSection;
  readonly inHeader: boolean;
}

export interface SitePageProps {
  readonly language: string;
  /** Which of the pages below that of the manifest is drawn; null: that one itself. */
  readonly subpage: string | null;
  /** A text of the plugin; one that is missing ends the build. */
  t(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** The address of a page of the site in this language; of another part of the product (`/login`) the path itself. */
  href(path: string): string;
  /** The pages that stand in menus, in their order. */
  readonly links: readonly SiteLink[];
}

/** A page below one of the manifest, made from data: `trader/orders` is at `/guide/trader/orders` of the page `/guide`. It stands in no menu. */
export interface SiteSubpage {
  readonly path: string;
  /** By language, each of them: what windows, search engines and shared links call it. */
  readonly title: Readonly<Record<string, string>>;
  readonly description: Readonly<Record<string, string>>;
}

export interface SitePageDefinition {
  /** The component draws the pages below as well, by its property `subpage`. */
  load(): Promise<{ readonly Page: ComponentType<SitePageProps>; readonly subpages?: readonly SiteSubpage[] }>;
}

/** `site.tsx` of a plugin: the pages of its manifest, by id. */
export interface SiteDefinition {
  readonly pages: Readonly<Record<string, SitePageDefinition>>;
}

export const defineSite = (definition: SiteDefinition): SiteDefinition => definition;

/** What an island gets from the page that it stands on. */
export interface IslandContext {
  readonly language: string;
  /** Calls a route that is open to guests, such as `/client/depth/depth`, in the words of the house (`instrumentId`, `timeMs`); throws what the server refuses. */
  get<T>(path: string, query?: Readonly<Record<string, string>>): Promise<T>;
  /** Runs at once, and again so long after each run has ended, while anybody can see the page. A run that fails is as good as another. */
  every(ms: number, run: () => Promise<void>): Disposer;
}

/**
 * A file of a plugin's folder `islands`: `<Island of="order-book">` on a page draws what stands there at first, and the browser loads
 * `islands/order-book.ts` once it comes into view.
 */
export interface IslandModule<P = unknown> {
  /** What it returns is called when the page is left, and the island is mounted anew when somebody comes back to it. */
  mount(element: HTMLElement, props: P, context: IslandContext): Disposer;
}

/** What the build writes beside the drawn pages, and the server serves them by: `site.json`. */
export interface SiteIndex {
  /** The first one has no prefix in its paths. */
  readonly languages: readonly string[];
  readonly pages: readonly SiteIndexPage[];
  /** By the number of the answer, then by language: a file below the client's folder. */
  readonly errors: Readonly<Record<SiteError, Readonly<Record<string, string>>>>;
}

export interface SiteIndexPage {
  readonly path: string;
  readonly plugin: string;
  /** By language: a file below the client's folder. */
  readonly files: Readonly<Record<string, string>>;
}

export const siteErrors = ['404', '403'] as const;
export type SiteError = (typeof siteErrors)[number];

/** Stands in drawn pages where the address of the site belongs, which only the server knows. */
export const originPlaceholder = '__SITE_ORIGIN__';

/** Stands where the links of the operator's social media belong, the last thing in a `<nav>` of the footer that goes with it where he has none. */
export const socialPlaceholder = '__SITE_SOCIAL__';
