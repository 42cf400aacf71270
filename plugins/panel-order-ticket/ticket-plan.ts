import { computedStruct, makeAutoObservable, observableRef } from 'mobx';
import type { ApiAccount } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { FillPreview } from './book-preview.ts';
import type { Services } from './requires.ts';
import { freshSyncAccount, type TicketSettings } from './settings/ticket-settings.ts';
import { figuresTogether, followerDraft, type PlanFigures, type PlannedOrder, problemOf, sameMarket, sumOf } from './sync-plan.ts';
import { contextOf, type TicketContext, type TicketSources } from './ticket-context.ts';
import { sizeFieldOf, type TicketDraft } from './ticket-draft.ts';
import { figuresOf, paidFrom } from './ticket-model.ts';

export type PlanServices = Pick<Services, 'workspace'> & TicketSources;

/** What the plan is made of: the ticket as it stands. */
interface PlannedTicket {
  readonly instrument: Instrument | null;
  readonly account: ApiAccount | null;
  readonly context: TicketContext | null;
  readonly tidy: TicketDraft;
  readonly preview: FillPreview | null;
  readonly settings: TicketSettings;
}

/** Every order that a ticket stands for, and which of the user's accounts take part in it. */
export class TicketPlan {
  /** Accounts that take part in the next order besides the ticket's own; while they are kept, the settings say which. */
  chosen: ReadonlySet<number> = new Set();
  private readonly ticket: PlannedTicket;
  private readonly services: PlanServices;

  constructor(ticket: PlannedTicket, services: PlanServices) {
    this.ticket = ticket;
    this.services = services;
    makeAutoObservable<this, 'ticket' | 'services'>(
      this,
      { chosen: observableRef, figures: computedStruct, sizes: computedStruct, ticket: false, services: false },
      { autoBind: true },
    );
  }

  get sync(): boolean {
    return this.services.workspace.dashboard.syncMode;
  }

  /** The user's other accounts that can trade this market, chosen or not. */
  get followers(): readonly { readonly account: ApiAccount; readonly instrument: Instrument }[] {
    const { services } = this;
    const { instrument, account } = this.ticket;
    if (instrument === null) return [];
    const others = services.accounts.apiAccounts.filter(({ apiId }) => services.accounts.may('trade', apiId).outcome === 'granted');
    return others.flatMap((one) => {
      const market = one.apiId === account?.apiId ? null : sameMarket(instrument, one.exchange, (id) => services.markets.instrument(id));
      return market === null ? [] : [{ account: one, instrument: market }];
    });
  }

  /** Its own account's first, then those of the accounts that follow. */
  get orders(): readonly PlannedOrder[] {
    const { instrument, account, context, tidy, preview } = this.ticket;
    if (instrument === null || account === null || context === null) return [];
    const figures = figuresOf(tidy, context, preview);
    const own: PlannedOrder = {
      account,
      instrument,
      draft: tidy,
      available: paidFrom(tidy, context),
      figures,
      problem: problemOf(tidy, context),
    };
    const following = this.sync ? this.followers.filter(({ account: one }) => this.isChosen(one.apiId)) : [];
    return [
      own,
      ...following.map((one): PlannedOrder => {
        const theirs = contextOf(this.services, one.instrument, one.account, null);
        const draft = followerDraft(tidy, this.syncAccount(one.account.apiId), this.services.workspace.dashboard.syncRatio, theirs);
        return {
          ...one,
          draft,
          available: paidFrom(draft, theirs),
          figures: figuresOf(draft, theirs, null),
          problem: problemOf(draft, theirs),
        };
      }),
    ];
  }

  get sendable(): readonly PlannedOrder[] {
    return this.orders.filter(({ problem }) => problem === null);
  }

  /** What the order comes to, for all accounts together that it will be sent to; while it cannot be sent, for the own one. */
  get figures(): PlanFigures | null {
    const { sendable, orders } = this;
    const meant = sendable.length > 0 ? sendable : orders.slice(0, 1);
    return meant.length === 0 ? null : figuresTogether(meant);
  }

  /** Size of the order at each account that it will be sent to. */
  get sizes(): readonly string[] {
    return this.sendable.map(({ draft }) => draft[sizeFieldOf(draft)]);
  }

  /** What all orders that can be sent come to together; null while unknown. */
  get cost(): string | null {
    return sumOf(this.sendable.flatMap(({ figures: { cost } }) => (cost === null ? [] : [cost])));
  }

  /** Accounts that take part, and those of them whose order can be sent. Numbers of their own, for the orders are new with every price. */
  get accountCount(): number {
    return this.orders.length;
  }

  get sendCount(): number {
    return this.sendable.length;
  }

  syncAccount(apiId: number): TicketSettings['syncAccounts'][string] {
    return this.ticket.settings.syncAccounts[apiId] ?? freshSyncAccount;
  }

  isChosen(apiId: number): boolean {
    return this.ticket.settings.keepAccounts ? this.syncAccount(apiId).on : this.chosen.has(apiId);
  }

  /** For the next order; where accounts are kept, settings say it. */
  choose(apiId: number, on: boolean): void {
    this.chosen = new Set([...this.chosen].filter((one) => one !== apiId).concat(on ? [apiId] : []));
  }

  /** Whoever stops keeping the accounts has not taken the choice back. */
  chooseKept(): void {
    this.chosen = new Set(this.followers.flatMap(({ account }) => (this.isChosen(account.apiId) ? [account.apiId] : [])));
  }

  chooseNone(): void {
    this.chosen = new Set();
  }
}
