import type {
  ComponentItemConfig,
  LayoutConfig,
  ResolvedItemConfig,
  ResolvedLayoutConfig,
  ResolvedStackItemConfig,
  RowOrColumnItemConfig,
  StackItemConfig,
} from 'golden-layout';
import {
  type LayoutContent,
  type LayoutNode,
  type LayoutSize,
  type SavedSlot,
  shareOf,
  sharesAt,
} from '../../../core/client/layouts/layout-content.ts';
import { touchPointer } from '../../../core/ui/use-media.ts';
import type { LayoutLabels } from '../layout-host.ts';
import { widthOf } from './golden-widths.ts';

const panelComponent = 'panel';
/** In px; `theme.css` has the height of the header too. */
const sizes = {
  mouse: { headerHeight: 30, borderWidth: 4, borderGrabWidth: 8 },
  touch: { headerHeight: 40, borderWidth: 8, borderGrabWidth: 16 },
} as const;

/** Look and limits, the same for every layout. */
export const fixedConfig = (labels: LayoutLabels): Pick<LayoutConfig, 'header' | 'dimensions' | 'settings'> => ({
  header: {
    show: 'top',
    popout: false,
    maximise: labels.maximise,
    minimise: labels.restore,
    // Without a close button the library lets nobody drag the tabs; the style sheet hides it.
    close: labels.close,
    tabDropdown: labels.more,
  },
  dimensions: {
    ...sizes[window.matchMedia(touchPointer).matches ? 'touch' : 'mouse'],
    defaultMinItemWidth: '120px',
    defaultMinItemHeight: '80px',
    dragProxyWidth: 240,
    dragProxyHeight: 140,
  },
  settings: { popoutWholeStack: false, reorderEnabled: true },
});

export const componentConfig = (saved: SavedSlot): ComponentItemConfig => ({
  type: 'component',
  componentType: panelComponent,
  // A plain JSON object; the library's type has no room for read-only fields.
  componentState: { ...saved } as unknown as NonNullable<ComponentItemConfig['componentState']>,
  title: '',
});

/** Our tree in the library's words, for a frame of this width in px; what is empty is left out, the library cannot show it. */
export function goldenRoot({ root, maximised }: LayoutContent, width: number): RowOrColumnItemConfig | StackItemConfig | undefined {
  return root === null ? undefined : itemsOf(root, 100, Math.max(1, width), maximised)[0];
}

/** The library knows shares alone: a width in px is its part of the frame, and goes along as the item's id. */
function itemsOf(
  node: LayoutNode,
  share: number,
  width: number,
  maximised: string | null,
): readonly (RowOrColumnItemConfig | StackItemConfig)[] {
  const placed = { size: `${share}%`, ...(node.unit === 'px' ? { id: `${node.size}px` } : {}) };
  if (node.kind === 'stack') {
    if (node.panels.length === 0) return [];
    const isMaximised = node.panels.some(({ id }) => id === maximised);
    return [{ ...placed, type: 'stack', activeItemIndex: node.active, maximised: isMaximised, content: node.panels.map(componentConfig) }];
  }
  const shares = sharesAt(node.children, width);
  const content = node.children.flatMap((child, at) => {
    const part = shares[at] ?? 0;
    return itemsOf(child, part, node.kind === 'row' ? (width * part) / 100 : width, maximised);
  });
  return content.length === 0 ? [] : [{ ...placed, type: node.kind, content }];
}

/** What the library keeps, in our words. Titles belong to the language of the moment, not to the layout. */
export function contentOf(golden: ResolvedLayoutConfig): Pick<LayoutContent, 'root' | 'maximised'> {
  let maximised: string | null = null;
  const slotOf = (item: ResolvedItemConfig): SavedSlot => (item as unknown as { readonly componentState: SavedSlot }).componentState;
  const nodeOf = (item: ResolvedItemConfig, size: LayoutSize): LayoutNode => {
    if (item.type === 'row' || item.type === 'column') {
      const sizeOf = (child: ResolvedItemConfig) => (item.type === 'row' && widthOf(child.id)) || { size: child.size, unit: '%' };
      const total = item.content.reduce((sum, child) => sum + (sizeOf(child).unit === 'px' ? 0 : sizeOf(child).size), 0);
      const children = item.content.map((child) => {
        const { size, unit } = sizeOf(child);
        return nodeOf(child, unit === 'px' ? { size, unit } : { size: shareOf(size, total) });
      });
      return { kind: item.type, ...size, children };
    }
    const stack = item as ResolvedStackItemConfig;
    const panels = item.type === 'component' ? [slotOf(item)] : item.content.map(slotOf);
    if (stack.maximised) maximised = panels[0]?.id ?? null;
    return { kind: 'stack', ...size, active: stack.activeItemIndex ?? 0, panels };
  };
  const root = golden.root === undefined ? null : nodeOf(golden.root, { size: 100 });
  return { root, maximised };
}
