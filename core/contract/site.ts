import type { ComponentType } from 'react';
import type { SiteSection } from '../../schemas/manifest.ts';
import type { ErrorParams } from './app-error.ts';
import type { ErrorCode } from './error-catalogue.ts';
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

export interface SitePageModule {
  /** It draws the pages below as well, by its property `subpage`. */
  readonly Page: ComponentType<SitePageProps>;
  readonly subpages?: readonly SiteSubpage[];
  /** What the page is about, for search engines: nodes of schema.org beside those that every page has. */
  structured?(props: SitePageProps): readonly object[];
}

export interface SitePageDefinition {
  load(): Promise<SitePageModule>;
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
  /**
   * Sends the fields, by their names on the wire, to a route that is open to guests: as JSON or, in `FormData`, with a file. What the server
   * refuses is returned; it throws when no answer came: the call may have been carried out all the same.
   */
  post<T>(path: string, fields: FormData | Readonly<Record<string, string>>, more?: PostTerms): Promise<PostAnswer<T>>;
  /** Does the proof of work that the route at `path` gives while the page goes on. Rejects where the browser cannot, as without https. */
  solve(path: string): Promise<SolvedWork>;
  /** Runs at once, and again so long after each run has ended, while anybody can see the page. A run that fails is as good as another. */
  every(ms: number, run: () => Promise<void>): Disposer;
}

export interface PostTerms {
  readonly query?: Readonly<Record<string, string>>;
  /** Gives the sending up; `post` then throws. */
  readonly signal?: AbortSignal;
  /** How much has left the browser, from 0 to 1. */
  readonly onSent?: (share: number) => void;
}

/** What the server said: of a refusal its code in the error catalogue. */
export type PostAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly params: ErrorParams };

/** An answer to a proof of work: good for one call that the server carries out. */
export interface SolvedWork {
  /** Belongs into the query of the call. */
  readonly query: Readonly<Record<string, string>>;
  /** False when the server would call it too old. */
  isFresh(): boolean;
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
  /** Of the script and the style that stand in every page, as policies name them (`sha256-…`); absent: none do. */
  readonly inlineHashes?: { readonly script: string; readonly style: string };
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

/** Stand in drawn pages where the name of the firm belongs, which only the server knows: in its words, and in data for machines. */
export const firmPlaceholder = '__SITE_FIRM__';
export const firmDataPlaceholder = '__SITE_FIRM_DATA__';
