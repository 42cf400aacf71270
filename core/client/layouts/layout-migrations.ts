import { isRecord } from './dashboard-config.ts';

/** Brings a content of version `to - 1` to version `to`. Pure; throws when the content is not what that version wrote. */
interface LayoutMigration {
  readonly to: number;
  up(content: unknown): unknown;
}

/** Version 1 was what golden-layout saves: rows, columns and stacks as `type` with `content`, a panel as a component's state. */
function fromGolden(content: unknown): unknown {
  if (!isRecord(content) || !isRecord(content.golden)) throw new Error('it is no layout of version 1');
  const { root } = content.golden;
  const found = { maximised: null as string | null, panels: 0 };
  const node = root === undefined || root === null ? null : nodeOf(root, found);
  return { root: node, maximised: found.maximised, popouts: [] };
}

function nodeOf(item: unknown, found: { maximised: string | null; panels: number }): Record<string, unknown> {
  if (!isRecord(item)) throw new Error('an item is no object');
  if (item.type === 'component') return { kind: 'stack', size: item.size, active: 0, panels: [panelOf(item, found)] };
  if (!Array.isArray(item.content)) throw new Error(`a ${String(item.type)} has no content`);
  if (item.type !== 'stack') return { kind: item.type, size: item.size, children: item.content.map((child) => nodeOf(child, found)) };
  const panels = item.content.map((child) => panelOf(child, found));
  if (item.maximised === true) found.maximised = panels[0]?.id ?? null;
  return { kind: 'stack', size: item.size, active: item.activeItemIndex ?? 0, panels };
}

function panelOf(item: unknown, found: { panels: number }): { readonly id: string } {
  if (!isRecord(item) || !isRecord(item.componentState)) throw new Error('a component has no state');
  found.panels += 1;
  return { ...item.componentState, id: `p${found.panels}` };
}

/** From version 3 on a link group may be tied to an account. */
function withAccounts(content: unknown): unknown {
  if (!isRecord(content)) throw new Error('it is no layout of version 2');
  return { ...content, accounts: {} };
}

/** From version 4 on what stands beside the chart keeps its width in px; of shares the screen makes widths, which alone knows its own. */
function withWidths(content: unknown): unknown {
  if (!isRecord(content)) throw new Error('it is no layout of version 3');
  return content;
}

/** In order, one for each version above 1. Never change one that has been released. */
export const layoutMigrations: readonly LayoutMigration[] = [
  { to: 2, up: fromGolden },
  { to: 3, up: withAccounts },
  { to: 4, up: withWidths },
];
