import { autorun } from 'mobx';
import { createElement, type ReactNode } from 'react';
import type { LayoutContent } from '../../core/client/layouts/layout-content.ts';
import type { OpenLayout } from '../../core/client/layouts/open-layout.ts';
import type { Workbench } from '../workbench/boot.ts';
import { GoldenLayoutHost } from './golden/golden-layout-host.ts';
import type { LayoutHost, LayoutLabels, SavedSlot } from './layout-host.ts';
import { narrowed, outline, type PanelWidths, withPanelsOf } from './narrow-layout.ts';
import { helpOf } from './panel-help.ts';
import type { PanelSlots } from './panel-slots.ts';
import { panelTitle } from './panel-title.ts';
import { browserWindows } from './pop-outs/browser-windows.ts';
import { canPopOut, popOut } from './pop-outs/pop-out-panel.ts';
import { PopOuts } from './pop-outs/pop-outs.ts';
import { type Preset, presetContent, pruned, twoColumnWidth } from './presets/layout-preset.ts';
import { newPanel } from './presets/new-panel.ts';
import type { StackedParts } from './use-arrangement.ts';

export interface OpenView {
  readonly host: LayoutHost | null;
  /** Null where panels cannot have windows of their own. */
  readonly popOuts: PopOuts | null;
  /** What stands beside the panels. */
  readonly controls: ReactNode;
}
export const noView: OpenView = { host: null, popOuts: null, controls: null };

export interface LayoutPlace {
  readonly frame: HTMLElement;
  readonly layer: HTMLElement;
  readonly places: PanelSlots;
  readonly labels: LayoutLabels;
  /** What stands there before the user changes anything. */
  readonly preset: Preset;
  /** The width has become one at which the panels stand otherwise: the layout is to be opened again. */
  readonly onReshape: () => void;
}

/** The default workspace. A locked panel stands in its place and says which level opens it. */
const defaultContent = ({ kernel }: Workbench, preset: Preset, width: number): LayoutContent =>
  presetContent(
    pruned(preset(width), (key) => kernel.panel(key) !== null),
    (key) => newPanel(kernel, key),
  );

/** In px, where the plugin does not say. */
const leastPanelWidth = 200;

const panelWidths = ({ kernel }: Workbench): PanelWidths => ({
  least: (type) => kernel.panel(type)?.manifest.minWidth ?? leastPanelWidth,
  grows: (type) => kernel.panel(type)?.manifest.grows === true,
});

/** Panels side by side, which the user arranges. Gives the view and its end. */
export function openDocked(workbench: Workbench, layout: OpenLayout, place: LayoutPlace): readonly [OpenView, () => void] {
  const { services } = workbench;
  const { texts, frames } = services;
  const widths = panelWidths(workbench);
  const contentAt = (width: number): LayoutContent => {
    if (layout.content === null) return defaultContent(workbench, place.preset, width);
    return width <= twoColumnWidth ? narrowed(layout.content, width, widths) : layout.content;
  };
  let width = place.frame.clientWidth;
  let kept = '';
  /** On a screen that has no room for it the saved layout stays as it is: only what panels are set to reaches it. */
  const adapted = layout.content !== null && contentAt(width) !== layout.content;
  const shownContent = (): LayoutContent =>
    adapted && layout.content !== null ? withPanelsOf(layout.content, host.content()) : host.content();
  const keep = (): void => {
    const content = shownContent();
    const text = JSON.stringify(content);
    // Resizing reports changes that are none, and an untouched default layout stays free to follow the window's width.
    if (text === kept) return;
    kept = text;
    layout.changed(content);
  };
  const follow = (): void => {
    const before = width;
    width = place.frame.clientWidth;
    if (width > 0 && width !== before && outline(contentAt(width).root) !== outline(contentAt(before).root)) place.onReshape();
    else keep();
  };
  const host: LayoutHost = new GoldenLayoutHost({
    ...place,
    widths,
    onChange: () => frames.schedule(follow),
    canPopOut: (id) => canPopOut(workbench, host, id),
    onPopOut: (id) => popOut(workbench, popOuts, id),
    helpOf: (id) => helpOf(workbench, host.slots.get(id)?.saved.type ?? ''),
  });
  if (!host.show(contentAt(width))) host.show(defaultContent(workbench, place.preset, width));
  place.places.removeLeft();
  kept = JSON.stringify(shownContent());

  const followTitles = autorun(() => {
    for (const slot of host.slots.values()) host.setTitle(slot.id, titled(workbench, slot.saved, texts.language));
  });
  const { windowLink: link, timers } = services;
  const newId = (): string => `w-${services.newId()}`;
  const popOuts = new PopOuts(host, { link, timers, newId, opensAtOnce: layout.edition === 0, ...browserWindows });
  return [
    { host, popOuts, controls: null },
    () => {
      frames.cancel(follow);
      keep();
      followTitles();
      popOuts.dispose();
      host.dispose();
    },
  ];
}

/** One panel at a time, for small screens. The saved layout is only read. */
export function openStacked(
  workbench: Workbench,
  layout: OpenLayout,
  { layer, places, preset }: LayoutPlace,
  { FrontMemory, StackedControls, StackedLayoutHost }: StackedParts,
): readonly [OpenView, () => void] {
  const memory = new FrontMemory(localStorage);
  const name = layout.sourceId ?? layout.name;
  const host = new StackedLayoutHost({
    layer,
    places,
    front: memory.frontOf(name),
    onFront: (slotId) => memory.remember(name, slotId),
  });
  host.show(layout.content ?? defaultContent(workbench, preset, 0));
  places.removeLeft();
  return [{ host, popOuts: null, controls: createElement(StackedControls, { host }) }, () => host.dispose()];
}

export function openPanel(workbench: Workbench, host: LayoutHost, key: string): void {
  const entry = workbench.kernel.panel(key);
  if (entry === null || entry.decision.outcome !== 'granted') return;
  const open = [...host.slots.values()].find((slot) => slot.saved.type === key);
  if (open !== undefined && entry.manifest.singleton === true) host.focus(open.id);
  else host.add(newPanel(workbench.kernel, key));
}

/** Names follow the language. */
const titled = (workbench: Workbench, saved: SavedSlot, _language: string): string => panelTitle(workbench, saved);
