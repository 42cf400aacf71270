import { type ContentItem, type LayoutManager, RowOrColumn } from 'golden-layout';
import type { SavedSlot } from '../../../core/client/layouts/layout-content.ts';
import type { PanelWidths } from '../narrow-layout.ts';
import { type RowPart, rowWidths } from '../row-widths.ts';

/** In px; under it nothing of a panel is left beside its tabs. */
const leastHeight = 80;

/** Parts of the library that its types leave out. */
interface SizedItem extends ContentItem {
  /** Percent of its parent. */
  size: number;
}
interface GoldenRow extends ContentItem {
  readonly _isColumn: boolean;
  readonly _splitter: readonly unknown[];
  readonly _splitterSize: number;
  readonly _dimension: 'width' | 'height';
  _splitterPosition: number;
  _splitterMinPosition: number;
  _splitterMaxPosition: number;
  getSplitItems(splitter: unknown): { readonly before: ContentItem; readonly after: ContentItem };
  calculateAbsoluteSizes(): { readonly totalSize: number };
  calculateRelativeSizes(): void;
  onSplitterDragStart(splitter: unknown): void;
  onSplitterDragStop(splitter: unknown): void;
  replaceChild(before: ContentItem, after: ContentItem): void;
}

const rules = new WeakMap<LayoutManager, PanelWidths>();

/** From now on rows of this layout keep the widths of what stands beside what grows. The id of an item holds its width, `300px` or `100%`. */
export function keepWidths(layout: LayoutManager, widths: PanelWidths): void {
  rules.set(layout, widths);
}

/** The width that the id of an item holds; null: it has none yet. */
export function widthOf(id: string): Pick<RowPart, 'size' | 'unit'> | null {
  const [, size, unit] = /^([\d.]+)(px|%)$/.exec(id) ?? [];
  return size === undefined ? null : { size: Number(size), unit: unit as 'px' | '%' };
}

// The library knows shares alone, and takes the tabs of a stack for things side by side when it looks how small the stack may become.
const row = RowOrColumn.prototype as unknown as GoldenRow;
const { calculateRelativeSizes, onSplitterDragStop, replaceChild } = row;

row.calculateRelativeSizes = function (this: GoldenRow): void {
  calculateRelativeSizes.call(this);
  const widths = rules.get(this.layoutManager);
  const total = this._isColumn ? 0 : this.calculateAbsoluteSizes().totalSize;
  if (widths === undefined || total <= 0) return;
  const items = this.contentItems as SizedItem[];
  settle(items, total, widths);
  const parts = items.map((item): RowPart => ({ ...(widthOf(item.id) ?? { size: 0, unit: 'px' }), least: leastOf(item, 'width') }));
  let [edge, before] = [0, 0];
  for (const [at, width] of rowWidths(parts, total).entries()) {
    edge += width;
    const item = items[at];
    // Whole pixels, a hair more than their share: the library rounds down, and gives what is left over to the first parts.
    if (item !== undefined) item.size = ((Math.round(edge) - before + 0.001) / total) * 100;
    before = Math.round(edge);
  }
};

row.onSplitterDragStart = function (this: GoldenRow, splitter: unknown): void {
  const { before, after } = this.getSplitItems(splitter);
  const room = (item: ContentItem): number =>
    Math.max(0, Number.parseFloat(item.element.style[this._dimension]) - leastOf(item, this._dimension));
  this._splitterPosition = 0;
  this._splitterMinPosition = -room(before);
  this._splitterMaxPosition = room(after);
};

row.onSplitterDragStop = function (this: GoldenRow, splitter: unknown): void {
  onSplitterDragStop.call(this, splitter);
  if (this._isColumn || !rules.has(this.layoutManager)) return;
  const total = this.calculateAbsoluteSizes().totalSize;
  // As they stand, also what had given way to a narrow window: nothing but the border in the hand may move.
  for (const item of this.contentItems as SizedItem[]) setWidth(item, widthOf(item.id)?.unit ?? 'px', total);
};

row.replaceChild = function (this: GoldenRow, before: ContentItem, after: ContentItem): void {
  after.id = before.id;
  replaceChild.call(this, before, after);
};

/** Gives what is new in a row its width. Something always grows: what is meant to, else the widest. */
function settle(items: readonly SizedItem[], total: number, { grows }: PanelWidths): void {
  const fresh = items.filter(({ id }) => widthOf(id) === null);
  if (!items.some(({ id }) => widthOf(id)?.unit === '%')) {
    const candidates = fresh.length > 0 ? fresh : items;
    const meant = candidates.filter((item) => typesIn(item).some(grows));
    const widest = [...candidates].sort((a, b) => b.size - a.size).slice(0, 1);
    for (const item of meant.length > 0 ? meant : widest) setWidth(item, '%', total);
  }
  for (const item of items) if (widthOf(item.id) === null) setWidth(item, 'px', total);
}

function setWidth(item: SizedItem, unit: 'px' | '%', total: number): void {
  item.id = unit === '%' ? `${item.size}%` : `${Math.round((item.size / 100) * total)}px`;
}

function leastOf(item: ContentItem, dimension: 'width' | 'height'): number {
  if (item.isStack || item.isComponent) {
    const widths = rules.get(item.layoutManager);
    return dimension === 'height' ? leastHeight : Math.max(...typesIn(item).map((type) => widths?.least(type) ?? 0));
  }
  const parts = item.contentItems.map((child) => leastOf(child, dimension));
  const { _isColumn, _splitterSize } = item as GoldenRow;
  if (_isColumn !== (dimension === 'height')) return Math.max(0, ...parts);
  return parts.reduce((sum, part) => sum + part, _splitterSize * (parts.length - 1));
}

const typesIn = (item: ContentItem): readonly string[] =>
  item.isComponent
    ? [((item as ContentItem & { readonly container: { readonly initialState: unknown } }).container.initialState as SavedSlot).type]
    : item.contentItems.flatMap(typesIn);
