import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { DashboardState, InstrumentTab, Markets, TicketTerms, Workspace } from '../../contract/client-services.ts';
import { type LinkGroup, linkGroups } from '../../contract/panel.ts';
import type { Disposer } from '../../contract/token.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { UserConfigStore } from '../settings/user-config-store.ts';
import { defaultDashboard, defaultTabs, isRecord, readDashboard, readTabs, saveDashboard, saveTab } from './dashboard-config.ts';
import { type Tabs, withoutTab, withReplacedTab, withTab } from './tab.ts';

const dashboardSection = 'dashboard';
const tabsSection = 'tabs';
const groupsSection = 'link_groups';

export type PickedPrice = NonNullable<Workspace['pickedPrice']>;

/** Instrument tabs, link groups and dashboard state; kept in the user config. */
export class WorkspaceStore implements Workspace {
  readonly #config: UserConfigStore;
  readonly #markets: Markets;
  readonly #groups = observable.map<LinkGroup, InstrumentId>(undefined, { deep: false });
  #openPanel: ((panelId: string) => void) | null = null;
  /** Asked for while no layout was there: from another page, or before the first one stood. Observable. */
  askedPanel: string | null = null;
  #tickets: readonly ((side: OrderSide) => void)[] = [];
  /** Side that was asked for while no ticket was there. */
  #askedSide: OrderSide | null = null;
  tabs: readonly InstrumentTab[] = [];
  activeKey: InstrumentId | null = null;
  dashboard: DashboardState = defaultDashboard;
  pickedPrice: Workspace['pickedPrice'] = null;
  reusedOrder: Workspace['reusedOrder'] = null;
  transferFrom: number | null = null;

  constructor(config: UserConfigStore, markets: Markets) {
    this.#config = config;
    this.#markets = markets;
    makeAutoObservable(
      this,
      {
        tabs: observableRef,
        dashboard: observableRef,
        pickedPrice: observableRef,
        reusedOrder: observableRef,
        groupInstrument: false,
        attachLayout: false,
        offerTicket: false,
        askForOrder: false,
      },
      { autoBind: true },
    );
  }

  openTab(id: InstrumentId): void {
    this.#set(withTab(this, id));
  }

  closeTab(id: InstrumentId): void {
    this.#set(withoutTab(this, id));
  }

  replaceTab(from: InstrumentId, to: InstrumentId): void {
    this.#set(withReplacedTab(this, from, to));
  }

  selectTab(id: InstrumentId): void {
    if (this.tabs.some((tab) => tab.key === id)) this.#set({ tabs: this.tabs, activeKey: id });
  }

  /** Selects the neighbour of the active tab, around the ends. */
  stepTab(by: 1 | -1): void {
    const at = this.tabs.findIndex((tab) => tab.key === this.activeKey);
    const next = this.tabs[(at + by + this.tabs.length) % this.tabs.length];
    if (next !== undefined) this.selectTab(next.key);
  }

  setGroupInstrument(group: LinkGroup, id: InstrumentId): void {
    if (group === 'blue') {
      if (this.activeKey === null) this.openTab(id);
      else if (this.tabs.some((tab) => tab.key === id)) this.selectTab(id);
      else this.replaceTab(this.activeKey, id);
      return;
    }
    if (group === 'none') return;
    this.#groups.set(group, id);
    this.#config.set(groupsSection, Object.fromEntries(this.#groups));
  }

  groupInstrument(group: LinkGroup): InstrumentId | null {
    if (group === 'blue') return this.activeKey;
    return this.#groups.get(group) ?? this.activeKey;
  }

  /** The layout that shows panels; it brings the one that was asked for last while none was attached. */
  attachLayout(openPanel: (panelId: string) => void): Disposer {
    this.#openPanel = openPanel;
    if (this.askedPanel !== null) openPanel(this.askedPanel);
    runInAction(() => {
      this.askedPanel = null;
    });
    return () => {
      if (this.#openPanel === openPanel) this.#openPanel = null;
    };
  }

  openPanel(panelId: string): void {
    if (this.#openPanel === null) this.askedPanel = panelId;
    else this.#openPanel(panelId);
  }

  transferOf(apiId: number | null): void {
    this.transferFrom = apiId;
  }

  pickPrice(instrumentId: InstrumentId, price: string): void {
    this.pickedPrice = { instrumentId, price, at: (this.pickedPrice?.at ?? 0) + 1 };
  }

  reuseOrder(instrumentId: InstrumentId, content: TicketTerms): void {
    this.openTab(instrumentId);
    this.reusedOrder = { instrumentId, content, at: (this.reusedOrder?.at ?? 0) + 1 };
  }

  offerTicket(takeSide: (side: OrderSide) => void): Disposer {
    this.#tickets = [...this.#tickets, takeSide];
    if (this.#askedSide !== null) takeSide(this.#askedSide);
    this.#askedSide = null;
    return () => {
      this.#tickets = this.#tickets.filter((one) => one !== takeSide);
    };
  }

  askForOrder(side: OrderSide): boolean {
    const ticket = this.#tickets.at(-1);
    if (ticket === undefined) this.#askedSide = side;
    else ticket(side);
    return ticket !== undefined;
  }

  setDashboard(change: Partial<DashboardState>): void {
    this.dashboard = { ...this.dashboard, ...change };
    this.#save();
  }

  /** Takes over what the user config holds; without saved tabs the default ones open once the instruments are known. */
  restore(): void {
    const dashboard = this.#config.section(dashboardSection);
    this.dashboard = readDashboard(dashboard);
    const groups = this.#config.section(groupsSection);
    if (isRecord(groups)) {
      for (const group of linkGroups) {
        const id = groups[group];
        if (typeof id === 'string') this.#groups.set(group, id);
      }
    }
    const tabs = readTabs(this.#config.section(tabsSection));
    if (tabs === null || tabs.length === 0) return;
    const current = isRecord(dashboard) ? dashboard.currentDashBoard : null;
    this.tabs = tabs;
    this.activeKey = tabs.find((tab) => tab.key === current)?.key ?? tabs[0]?.key ?? null;
  }

  /** Opens the default tabs when there are none. */
  ensureTabs(): void {
    if (this.tabs.length > 0) return;
    const { tabs, activeKey } = defaultTabs(this.#markets.instruments);
    this.tabs = tabs;
    this.activeKey = activeKey;
  }

  #set(state: Tabs): void {
    this.tabs = state.tabs;
    this.activeKey = state.activeKey;
    this.#save();
  }

  #save(): void {
    this.#config.set(
      tabsSection,
      this.tabs.map((tab) => saveTab(tab, this.#markets.instrument(tab.key))),
    );
    this.#config.set(dashboardSection, saveDashboard(this.dashboard, this.activeKey, this.#config.section(dashboardSection)));
  }
}
