import type { UserConfigStore } from '../../core/client/settings/user-config-store.ts';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { PanelPlace, SavedSlot } from '../layout/layout-host.ts';
import { PanelSlot } from '../layout/panel-slot.ts';
import { type MarketPopupPath, marketPopups } from './market-popup-path.ts';

const mostCharts = 16;
/** What the charts of a window start with; the user changes each. */
const firstIntervals = ['1m', '5m', '15m', '1h', '4h', '1d', '3m', '30m', '2h', '6h', '8h', '12h', '3d', '1w', '1M', '15m'];
const section = 'popups';
/** All panels of a window are one group: they show the same market. */
const linkGroup = 'blue';

interface PopupRequest {
  readonly instrumentId: InstrumentId;
  /** Panels of the window. */
  readonly count: number;
}

/** What the address asks for: a tab's id and, for several charts, how many; null when it makes no sense. */
export function readPopup(path: MarketPopupPath, query: URLSearchParams): PopupRequest | null {
  const instrumentId = query.get(marketPopups[path].query) ?? '';
  if (!/^[^/]+\/[^/]+\/[^/]+$/.test(instrumentId)) return null;
  if (path !== '/exmutiplykchart') return { instrumentId, count: 1 };
  const asked = query.get('num') ?? '';
  const count = Number(asked);
  return /^\d{1,2}$/.test(asked) && count >= 1 && count <= mostCharts ? { instrumentId, count } : null;
}

/** Columns of a grid that is about as wide as high. */
export const columnsOf = (count: number): number => Math.ceil(Math.sqrt(count));

type Config = Pick<UserConfigStore, 'section' | 'set'>;

/** The panels of a popup. Each keeps its settings, such as its interval, with the user and by its place in the window. */
export class MarketPopup implements PanelPlace {
  readonly instrumentId: InstrumentId;
  readonly slots: readonly PanelSlot[];
  /** A window of its own has one market and all accounts. */
  readonly accounts = {};
  readonly #config: Config;

  constructor(path: MarketPopupPath, { instrumentId, count }: PopupRequest, config: Config, element: HTMLElement) {
    this.instrumentId = instrumentId;
    this.#config = config;
    this.slots = Array.from({ length: count }, (_, at) => {
      const id = `${path.slice(1)}-${at}`;
      const type = marketPopups[path].panel;
      const start = path === '/exmutiplykchart' ? { interval: firstIntervals[at] } : {};
      const slot = new PanelSlot(id, element, { id, type, version: 1, config: { ...start, ...this.#kept(id) }, linkGroup });
      slot.setVisible(true);
      return slot;
    });
  }

  update(slotId: string, saved: SavedSlot): void {
    this.slots.find(({ id }) => id === slotId)?.setSaved(saved);
    this.#config.set(section, { ...this.#all(), [slotId]: saved.config });
  }

  linkAccount(): void {}

  /** Whether all charts go together in time; observable. */
  get followsTime(): boolean {
    return this.slots.every(({ saved }) => saved.config.followsTime === true);
  }

  setFollowsTime(followsTime: boolean): void {
    for (const { id, saved } of this.slots) this.update(id, { ...saved, config: { ...saved.config, followsTime } });
  }

  /** A popup's panels go with their window. */
  close(): void {
    window.close();
  }

  #kept(slotId: string): PanelConfig {
    const kept = this.#all()[slotId];
    return isObject(kept) ? kept : {};
  }

  #all(): Readonly<Record<string, unknown>> {
    const saved = this.#config.section(section);
    return isObject(saved) ? saved : {};
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
