import { type LinkGroup, linkGroups, type PanelConfig } from '../../contract/panel.ts';
import { isRecord } from './dashboard-config.ts';
import { layoutMigrations } from './layout-migrations.ts';
import { type PanelHome, readHome } from './panel-home.ts';

/** Version of the content that this build writes. */
export const layoutVersion = 4;

/** A panel as a layout keeps it. `type` is the contribution's key; `version` that of its config. */
export interface SavedSlot {
  /** Unique within the layout; stays over reloads. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly config: PanelConfig;
  readonly linkGroup: LinkGroup;
  /** The user's own name for it; absent: the plugin's. */
  readonly title?: string;
}

export interface LayoutSize {
  readonly size: number;
  /** `px`: the width that it keeps in a row, however wide the window is. Absent: a share in percent of what such neighbours leave. */
  readonly unit?: 'px';
}
interface LayoutSplit extends LayoutSize {
  readonly kind: 'row' | 'column';
  readonly children: readonly LayoutNode[];
}
interface LayoutStack extends LayoutSize {
  readonly kind: 'stack';
  /** Index of the panel in front. */
  readonly active: number;
  readonly panels: readonly SavedSlot[];
}
export type LayoutNode = LayoutSplit | LayoutStack;

/** Account (api id) that a link group is tied to; a group that is absent has all of them. Panels on their own have no group. */
export type GroupAccounts = Readonly<Partial<Record<Exclude<LinkGroup, 'none'>, number>>>;

/** In screen px. */
export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A panel in a window of its own. */
export interface PopOut {
  readonly panel: SavedSlot;
  readonly bounds: WindowBounds;
  /** Absent: nothing is known of where it came from. */
  readonly home?: PanelHome;
}

/** What a layout keeps, in our own words; no library's format. */
export interface LayoutContent {
  /** Null: no panel is open. */
  readonly root: LayoutNode | null;
  /** A panel of the stack that fills the workspace; null: none does. */
  readonly maximised: string | null;
  readonly accounts: GroupAccounts;
  readonly popouts: readonly PopOut[];
}

type ReadLayout =
  | { readonly outcome: 'ready'; readonly content: LayoutContent | null }
  /** Written by a later version of the product. */
  | { readonly outcome: 'newer' }
  | { readonly outcome: 'damaged'; readonly detail: string };

const mostPanels = 500;
const deepest = 30;

/**
 * Reads what was saved, in whatever version. It is foreign data: sizes that make no sense become equal shares and a panel's
 * missing parts their defaults, but a structure that is not a layout is damaged as a whole. Null stays the default workspace.
 */
export function readLayout(version: number, saved: unknown): ReadLayout {
  if (version > layoutVersion) return { outcome: 'newer' };
  if (saved === null) return { outcome: 'ready', content: null };
  try {
    let content: unknown = saved;
    for (const migration of layoutMigrations) if (migration.to > version) content = migration.up(content);
    return { outcome: 'ready', content: new Reader().content(content) };
  } catch (error) {
    return { outcome: 'damaged', detail: error instanceof Error ? error.message : String(error) };
  }
}

class Reader {
  readonly #ids = new Set<string>();

  content(value: unknown): LayoutContent {
    if (!isRecord(value) || !('root' in value)) throw new Error('it has no root');
    const root = value.root === null ? null : this.#node(value.root, 0);
    const popouts = Array.isArray(value.popouts) ? value.popouts.flatMap((one) => this.#popout(one)) : [];
    const maximised = typeof value.maximised === 'string' && this.#ids.has(value.maximised) ? value.maximised : null;
    return { root, maximised, accounts: accountsIn(value.accounts), popouts };
  }

  #node(value: unknown, depth: number): LayoutNode {
    if (!isRecord(value) || depth > deepest) throw new Error('a node is none, or too deep');
    const size = typeof value.size === 'number' && Number.isFinite(value.size) && value.size > 0 ? value.size : Number.NaN;
    if (value.kind === 'stack') {
      if (!Array.isArray(value.panels)) throw new Error('a stack has no panels');
      const panels = value.panels.map((panel) => this.#slot(panel));
      const active = Number.isInteger(value.active) ? Math.min(Math.max(0, Number(value.active)), Math.max(0, panels.length - 1)) : 0;
      return { kind: 'stack', size, ...unitOf(value), active, panels };
    }
    if (value.kind !== 'row' && value.kind !== 'column') throw new Error(`a node is of kind ${String(value.kind).slice(0, 20)}`);
    if (!Array.isArray(value.children)) throw new Error(`a ${value.kind} has no children`);
    const children = shared(
      value.kind,
      value.children.map((child) => this.#node(child, depth + 1)),
    );
    return { kind: value.kind, size, ...unitOf(value), children };
  }

  #slot(value: unknown): SavedSlot {
    if (!isRecord(value) || typeof value.type !== 'string') throw new Error('a panel has no type');
    const wish = typeof value.id === 'string' && /^[\w-]{1,40}$/.test(value.id) ? value.id : 'p1';
    const id = freeId(wish, this.#ids);
    this.#ids.add(id);
    if (this.#ids.size > mostPanels) throw new Error(`it has more than ${mostPanels} panels`);
    return {
      id,
      type: value.type,
      version: Number.isInteger(value.version) ? Number(value.version) : 1,
      config: isRecord(value.config) ? value.config : {},
      linkGroup: linkGroups.find((group) => group === value.linkGroup) ?? 'blue',
      ...(typeof value.title === 'string' && value.title !== '' ? { title: value.title.slice(0, 80) } : {}),
    };
  }

  #popout(value: unknown): LayoutContent['popouts'] {
    if (!isRecord(value) || !isRecord(value.bounds)) return [];
    const { x, y, width, height } = value.bounds;
    if (![x, y, width, height].every((part) => typeof part === 'number' && Number.isFinite(part))) return [];
    const bounds = { x, y, width, height } as WindowBounds;
    const home = readHome(value.home);
    return [{ panel: this.#slot(value.panel), bounds, ...(home === null ? {} : { home }) }];
  }
}

/** Accounts that are none any more count as all; whether one is, the panels know. */
function accountsIn(value: unknown): GroupAccounts {
  if (!isRecord(value)) return {};
  const known = linkGroups.filter((group) => group !== 'none' && Number.isSafeInteger(value[group]) && Number(value[group]) > 0);
  return Object.fromEntries(known.map((group) => [group, Number(value[group])]));
}

/** The wished id, or the first `p<number>` that is free. */
export function freeId(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  for (let number = 1; ; number++) if (!taken.has(`p${number}`)) return `p${number}`;
}

const unitOf = ({ unit }: Readonly<Record<string, unknown>>): Pick<LayoutSize, 'unit'> => (unit === 'px' ? { unit } : {});

/** Sizes of children as shares that fill their parent, or what widths in px leave of a row; unknown ones take the average of the known. */
function shared(kind: 'row' | 'column', children: readonly LayoutNode[]): readonly LayoutNode[] {
  const keepsWidth = ({ size, unit }: LayoutNode): boolean => kind === 'row' && unit === 'px' && !Number.isNaN(size);
  const sharing = children.filter((child) => !keepsWidth(child));
  const known = sharing.filter(({ size }) => !Number.isNaN(size)).map(({ size }) => size);
  const average = known.length === 0 ? 1 : known.reduce((sum, size) => sum + size, 0) / known.length;
  const sizeOf = ({ size }: LayoutNode): number => (Number.isNaN(size) ? average : size);
  const total = sharing.reduce((sum, child) => sum + sizeOf(child), 0);
  return children.map((child) => {
    if (keepsWidth(child)) return child;
    const { unit: _none, ...rest } = child;
    return { ...rest, size: shareOf(sizeOf(child), total) };
  });
}

/** Shares in percent that children have of a parent which is so many px wide. */
export function sharesAt(children: readonly LayoutSize[], width: number): readonly number[] {
  const keptPx = children.reduce((sum, { size, unit }) => sum + (unit === 'px' ? size : 0), 0);
  const left = Math.max(1, 100 - (keptPx / width) * 100);
  return children.map(({ size, unit }) => (unit === 'px' ? (size / width) * 100 : (size * left) / 100));
}

/** Rounded, so that resizing a window to and fro gives the same text. */
export const shareOf = (size: number, total: number): number => Math.round((size / total) * 1e6) / 1e4;
