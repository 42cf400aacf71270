import type { ComponentItemConfig, LayoutConfig, RowOrColumnItemConfig, StackItemConfig } from 'golden-layout';
import type { LayoutLabels, SavedSlot } from './layout-host.ts';
import type { LayoutNode } from './layout-tree.ts';

export const panelComponent = 'panel';
const headerHeightPx = 30;
/** Touch needs more. */
const lowerHeaderHeightPx = 40;

/** Look and limits, the same for every layout. */
export const fixedConfig = (labels: LayoutLabels, tabsBelow: boolean): Pick<LayoutConfig, 'header' | 'dimensions' | 'settings'> => ({
  header: {
    show: 'top',
    popout: false,
    maximise: tabsBelow ? false : labels.maximise,
    minimise: labels.restore,
    // Without a close button the library lets nobody drag the tabs; the style sheet hides it.
    close: labels.close,
    tabDropdown: labels.more,
  },
  dimensions: {
    headerHeight: tabsBelow ? lowerHeaderHeightPx : headerHeightPx,
    borderWidth: 4,
    borderGrabWidth: 8,
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

export function itemConfig(node: LayoutNode, panelOf: (key: string) => SavedSlot): RowOrColumnItemConfig | StackItemConfig {
  const size = `${node.size}%`;
  if (node.kind === 'stack') return { type: 'stack', size, content: node.panels.map((key) => componentConfig(panelOf(key))) };
  return { type: node.kind, size, content: node.content.map((child) => itemConfig(child, panelOf)) };
}
