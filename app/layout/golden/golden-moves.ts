import {
  type ComponentItem,
  type ComponentItemConfig,
  type ContentItem,
  ItemType,
  type LayoutManager,
  ResolvedItemConfig,
  type RowOrColumn,
  type Stack,
} from 'golden-layout';
import type { PartSize, WayHome } from '../../../core/client/layouts/panel-home.ts';
import type { DropSide } from '../drop-target.ts';

/** Parts of the library that its types leave out; the mouse uses the same. */
interface DroppableStack {
  _dropSegment: 'body' | 'left' | 'right' | 'top' | 'bottom';
  onDrop(item: ContentItem, area: object): void;
}
interface SplittableRow {
  readonly _splitter: readonly { readonly element: HTMLElement }[];
  onSplitterDragStart(splitter: object): void;
  onSplitterDrag(splitter: object, offsetX: number, offsetY: number): void;
  onSplitterDragStop(splitter: object): void;
}

/** Puts a panel into a stack, or beside it, as dropping it there does: it is neither closed nor drawn anew. */
export function dropPanel(item: ComponentItem, target: Stack, side: DropSide): void {
  const from = item.parent;
  if (from === target && (side === 'centre' || target.contentItems.length === 1)) return;
  if (target.isMaximised) target.minimise();
  from?.removeChild(item, true);
  if (side === 'centre') {
    target.addChild(item);
    target.setActiveComponentItem(item, true);
    return;
  }
  const stack = target as unknown as DroppableStack;
  stack._dropSegment = side;
  stack.onDrop(item, {});
  item.focus();
}

/** What the library's types leave out of a node of its tree. */
interface TreeNode {
  size: number;
  replaceChild(child: ContentItem, by: ContentItem): void;
}
interface TreeMaker {
  createContentItem(config: ResolvedItemConfig, parent: ContentItem): ContentItem;
}

/** Puts a new panel where a way home leads: no other stack changes the panel in front of it, and parts keep their proportions. */
export function insertPanel(layout: LayoutManager, panel: ComponentItemConfig, way: WayHome): void {
  const item = way.path.reduce<ContentItem | undefined>((node, at) => node?.contentItems[at], layout.rootItem);
  if (item === undefined) throw new Error(`the layout has nothing at ${way.path.join(' ')}`);
  if (way.to === 'stack') (item as Stack).addItem(panel, way.index);
  else if (way.to === 'split') insertPart(item as RowOrColumn, panel, way.index, way);
  else {
    const parent = item.parent as ContentItem & TreeNode;
    const split = (layout as unknown as TreeMaker).createContentItem(ResolvedItemConfig.createDefault(ItemType[way.kind]), parent);
    parent.replaceChild(item, split);
    (split as RowOrColumn).addChild(item, 0, true);
    (item as ContentItem & TreeNode).size = 100;
    insertPart(split as RowOrColumn, panel, way.isFirst ? 0 : 1, way);
  }
}

function insertPart(row: RowOrColumn, panel: ComponentItemConfig, index: number, { share, widthPx }: PartSize): void {
  const parts = row.contentItems as unknown as readonly TreeNode[];
  const sizes = parts.map(({ size }) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  row.addItem({ type: 'stack', content: [panel], ...(widthPx === undefined ? {} : { id: `${widthPx}px` }) }, index);
  sizes.splice(index, 0, (total * share) / (100 - share));
  for (const [at, part] of parts.entries()) part.size = ((sizes[at] ?? 0) * (100 - share)) / total;
  row.updateSize(false);
}

export function stacksIn(layout: LayoutManager): readonly Stack[] {
  const found: Stack[] = [];
  const walk = (item: ContentItem): void => {
    if (item.isStack) found.push(item as Stack);
    else for (const child of item.contentItems) walk(child);
  };
  if (layout.rootItem !== undefined) walk(layout.rootItem);
  return found;
}

/** Moves a splitter as the mouse does, within the limits of its neighbours. */
export function moveSplitter(layout: LayoutManager, element: HTMLElement, offsetPx: number): void {
  const row = rowOf(layout.rootItem, element);
  const splitter = row?._splitter.find((one) => one.element === element);
  if (row === null || splitter === undefined) return;
  row.onSplitterDragStart(splitter);
  row.onSplitterDrag(splitter, offsetPx, offsetPx);
  row.onSplitterDragStop(splitter);
}

function rowOf(item: ContentItem | undefined, splitter: HTMLElement): (RowOrColumn & SplittableRow) | null {
  if (item === undefined) return null;
  if (item.element === splitter.parentElement) return item as unknown as RowOrColumn & SplittableRow;
  for (const child of item.contentItems) {
    const found = rowOf(child, splitter);
    if (found !== null) return found;
  }
  return null;
}

/** Share of what the splitter divides that lies before it, in percent. */
export function splitterShare(splitter: HTMLElement): number {
  const upright = splitter.classList.contains('lm_horizontal');
  const size = (part: Element | null): number => (part instanceof HTMLElement ? (upright ? part.offsetWidth : part.offsetHeight) : 0);
  const [before, after] = [size(splitter.previousElementSibling), size(splitter.nextElementSibling)];
  return before + after === 0 ? 50 : Math.round((before / (before + after)) * 100);
}
