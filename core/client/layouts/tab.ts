import type { InstrumentTab } from '../../contract/client-services.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import { parseInstrumentId } from '../../domain/markets/instrument.ts';

/** What becomes of dashboard tabs, as pure functions. */
export interface Tabs {
  readonly tabs: readonly InstrumentTab[];
  readonly activeKey: InstrumentId | null;
}

export function tabOf(id: InstrumentId): InstrumentTab {
  return { key: id, title: parseInstrumentId(id)?.symbol ?? id, closable: true };
}

/** Adding a tab that exists only selects it. */
export function withTab(state: Tabs, id: InstrumentId): Tabs {
  return state.tabs.some((tab) => tab.key === id) ? { ...state, activeKey: id } : { tabs: [...state.tabs, tabOf(id)], activeKey: id };
}

/** Removing the selected tab selects the previous one, or the first if the first was removed. */
export function withoutTab(state: Tabs, id: InstrumentId): Tabs {
  const at = state.tabs.findIndex((tab) => tab.key === id);
  if (at < 0) return state;
  const tabs = state.tabs.filter((tab) => tab.key !== id);
  if (state.activeKey !== id) return { tabs, activeKey: state.activeKey };
  return { tabs, activeKey: tabs[Math.max(0, at - 1)]?.key ?? null };
}

/** Replacing swaps a tab in place and selects it; a target that is open already is selected and the old tab goes. */
export function withReplacedTab(state: Tabs, from: InstrumentId, to: InstrumentId): Tabs {
  if (from === to) return { ...state, activeKey: to };
  if (!state.tabs.some((tab) => tab.key === from)) return withTab(state, to);
  if (state.tabs.some((tab) => tab.key === to)) return { tabs: state.tabs.filter((tab) => tab.key !== from), activeKey: to };
  return { tabs: state.tabs.map((tab) => (tab.key === from ? tabOf(to) : tab)), activeKey: to };
}
