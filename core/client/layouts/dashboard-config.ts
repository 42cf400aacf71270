import type { DashboardState, InstrumentTab } from '../../contract/client-services.ts';
import { type Instrument, type InstrumentId, parseInstrumentId } from '../../domain/markets/instrument.ts';
import { type Interval, intervals } from '../../domain/markets/interval.ts';
import { type Tabs, tabOf } from './tab.ts';

/** What of the dashboard is saved in the user config. Saved data is foreign: every field is checked when read. */
export const defaultDashboard: DashboardState = {
  affixedIntervals: ['1m', '5m', '15m', '1h', '4h', '1d'],
  syncMode: true,
  quickMode: true,
  syncRatio: 100,
};

const preferredExchanges = ['aurora', 'meridian'];
const defaultSymbol = 'BTCUSDT';
const defaultTabCount = 3;

/** Spot markets of a major pair on three exchanges. The list has those that trade first: none without a price is opened before them. */
export function defaultTabs(instruments: readonly Instrument[]): Tabs {
  const rank = (exchange: string): number => (preferredExchanges.indexOf(exchange) + 1 || preferredExchanges.length + 1) - 1;
  const tabs = instruments
    .filter((instrument) => instrument.symbol === defaultSymbol && instrument.accountType === 'spot')
    .sort((a, b) => rank(a.exchange) - rank(b.exchange))
    .slice(0, defaultTabCount)
    .map((instrument) => tabOf(instrument.id));
  return { tabs, activeKey: tabs[0]?.key ?? null };
}

interface SavedTab extends InstrumentTab {
  readonly value: {
    readonly exchange: string;
    readonly currency: string;
    readonly valuation: string;
    readonly account_type: string;
    readonly symbol: string;
  };
}

export function saveTab(tab: InstrumentTab, instrument: Instrument | null): SavedTab {
  const key = parseInstrumentId(tab.key);
  return {
    ...tab,
    value: {
      exchange: key?.exchange ?? '',
      currency: instrument?.base ?? '',
      valuation: instrument?.quote ?? '',
      account_type: key?.accountType ?? '',
      symbol: key?.symbol ?? '',
    },
  };
}

/** The saved tabs; null when nothing usable was saved. */
export function readTabs(saved: unknown): readonly InstrumentTab[] | null {
  if (!Array.isArray(saved)) return null;
  const keys = saved.map((tab) => (isRecord(tab) ? tab.key : null)).filter((key): key is InstrumentId => typeof key === 'string');
  const known = [...new Set(keys)].filter((key) => parseInstrumentId(key) !== null);
  return known.map(tabOf);
}

export function readDashboard(saved: unknown): DashboardState {
  if (!isRecord(saved)) return defaultDashboard;
  const { NowAffixedIntervals, NowSyncRatio } = saved;
  return {
    affixedIntervals: Array.isArray(NowAffixedIntervals) ? NowAffixedIntervals.filter(isInterval) : defaultDashboard.affixedIntervals,
    syncMode: saved.NowSyncMode !== false,
    quickMode: saved.NowQuickMode !== false,
    syncRatio:
      typeof NowSyncRatio === 'number' && Number.isFinite(NowSyncRatio) && NowSyncRatio > 0 ? NowSyncRatio : defaultDashboard.syncRatio,
  };
}

/** Fields of other screens and of earlier versions are kept as they were. */
export function saveDashboard(state: DashboardState, activeKey: InstrumentId | null, before: unknown): Record<string, unknown> {
  return {
    ...(isRecord(before) ? before : {}),
    currentDashBoard: activeKey,
    NowSyncMode: state.syncMode,
    NowQuickMode: state.quickMode,
    NowAffixedIntervals: [...state.affixedIntervals],
    NowSyncRatio: state.syncRatio,
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isInterval = (value: unknown): value is Interval => intervals.some((interval) => interval === value);
