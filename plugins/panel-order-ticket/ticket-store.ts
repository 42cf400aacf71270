import { computedStruct, makeAutoObservable, observableRef } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { ApiAccount, TicketTerms } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { hasLimitPrice, type OrderSide } from '../../core/domain/orders/order.ts';
import { OrderSender, type SentOrder } from '../../core/ui/order-sender.ts';
import { normalDecimal } from '../../core/ui/text/decimal-text.ts';
import type { UiTimers } from '../../core/ui/ui-services.tsx';
import type { FillPreview } from './book-preview.ts';
import { dividedBy, percentOf } from './grid-math.ts';
import { entryOf, goalOf, type PairLeg, pairLegs, percentAt, priceAt, type RiskReward, riskRewardOf } from './leg-distance.ts';
import { legForms, type OrderKind, type TicketField, ticketFields } from './order-forms.ts';
import { orderRequest } from './order-request.ts';
import { type PricePreset, presetPrice, pricePresets } from './price-presets.ts';
import type { Services } from './requires.ts';
import { type ConfirmKind, confirmationFor, defaultSettings, type TicketSettings } from './settings/ticket-settings.ts';
import { sumOf } from './sync-plan.ts';
import type { DraftShelf } from './templates/draft-shelf.ts';
import { draftFrom } from './templates/templates.ts';
import { checkTicket, hintsFor, refusedField, type TicketErrors, type TicketHint } from './ticket-checks.ts';
import { contextOf, type TicketBook, type TicketContext } from './ticket-context.ts';
import { freshDraft, isByQuote, sentFields, shownFields, sizeFieldOf, type TicketDraft, tidied } from './ticket-draft.ts';
import { isBeyond, quantityForTotal, totalOf } from './ticket-model.ts';
import { largestSize, previewOf, sizeForPercent } from './ticket-needs.ts';
import { type PlanServices, TicketPlan } from './ticket-plan.ts';

/** What came of pressing the button: errors to show, a question to answer, or orders that were answered. */
type SubmitOutcome =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'sent'; readonly orders: readonly SentOrder[] };

export interface TicketStoreParts {
  readonly services: Pick<Services, 'api'> & PlanServices;
  readonly shelf: DraftShelf;
  readonly timers: Pick<UiTimers, 'nowMs' | 'after'>;
  readonly makeId: () => string;
  /** Orders without an answer that were found, or sent again and accepted. */
  readonly onFound?: (orders: readonly SentOrder[]) => void;
}

const noPercents = { profit: null, stop: null } as const;

/** One ticket: what is about to be sent, what is wrong with it, and what became of what was sent. */
export class TicketStore {
  readonly sender: OrderSender;
  readonly plan: TicketPlan;
  instrument: Instrument | null = null;
  /** What was written, by the user or for him; the legs' distances are not in it yet. */
  private written: TicketDraft = freshDraft;
  /** Fields that the user has left or tried to send: only these show errors. */
  touched: ReadonlySet<TicketField> = new Set();
  settings: TicketSettings = defaultSettings;
  /** The live book, while somebody looks. */
  book: TicketBook | null = null;
  /** The order waits for the user's word as this kind. */
  asking: ConfirmKind | null = null;
  /** The last refusal that is about a field of the form, until something is typed. */
  refusal: { readonly field: TicketField; readonly error: AppError } | null = null;
  private readonly services: TicketStoreParts['services'];
  /** What was typed as the distance of a leg: its price follows the entry. */
  percents: Readonly<Record<PairLeg, string | null>> = noPercents;
  private readonly shelf: DraftShelf;
  private readonly onFound: NonNullable<TicketStoreParts['onFound']>;
  /** The price that the ticket has put in by itself; empty: the user has written one. */
  private suggested = '';

  constructor({ services, shelf, timers, makeId, onFound = () => undefined }: TicketStoreParts) {
    this.services = services;
    this.shelf = shelf;
    this.onFound = onFound;
    this.plan = new TicketPlan(this, services);
    const onLookedUp = (order: SentOrder): void => this.settle([order]);
    this.sender = new OrderSender({ accounts: services.accounts, api: services.api, timers, makeId, onLookedUp });
    makeAutoObservable<this, 'written' | 'services' | 'shelf' | 'onFound' | 'suggested'>(
      this,
      {
        instrument: observableRef,
        written: observableRef,
        draft: computedStruct,
        touched: observableRef,
        settings: observableRef,
        book: observableRef,
        refusal: observableRef,
        percents: observableRef,
        errors: computedStruct,
        riskReward: computedStruct,
        preview: computedStruct,
        hints: computedStruct,
        knownPresets: computedStruct,
        sender: false,
        plan: false,
        services: false,
        shelf: false,
        onFound: false,
        suggested: false,
      },
      { autoBind: true },
    );
  }

  /** The account that the ticket trades with; null without one at the exchange. */
  get account(): ApiAccount | null {
    const { instrument, services } = this;
    return instrument === null ? null : services.accounts.accountFor(instrument.exchange, instrument.accountType);
  }

  get context(): TicketContext | null {
    return this.instrument === null ? null : contextOf(this.services, this.instrument, this.account, this.book);
  }

  /** What stands in the form: legs that were typed as a distance follow the entry, also while nothing is typed. */
  get draft(): TicketDraft {
    const { written, context, percents } = this;
    if (context === null) return written;
    const prices = pairLegs.flatMap((leg) => {
      const percent = percents[leg];
      return percent === null ? [] : [[goalOf(written, leg), priceAt(tidied(written), context, leg, normalDecimal(percent)) ?? '']];
    });
    return { ...written, ...Object.fromEntries(prices) };
  }

  /** The draft as it would be sent. */
  get tidy(): TicketDraft {
    return tidied(this.draft);
  }

  get errors(): TicketErrors {
    return this.context === null ? {} : checkTicket(this.tidy, this.context);
  }

  get preview(): FillPreview | null {
    return this.context === null ? null : previewOf(this.tidy, this.context, this.book);
  }

  get hints(): readonly TicketHint[] {
    return this.context === null ? [] : hintsFor(this.tidy, this.context, this.preview);
  }

  /** Largest size for the free balance. */
  get largest(): string | null {
    return this.context === null ? null : largestSize(this.tidy, this.context);
  }

  /** How much of the largest size is typed, in whole hundredths. */
  get percent(): number {
    return this.largest === null ? 0 : percentOf(this.tidy[sizeFieldOf(this.draft)] || '0', this.largest);
  }

  /** Price × quantity; while a total is being typed, what was typed. */
  get shownTotal(): string {
    return this.draft.total === '' ? totalOf(this.tidy) : this.draft.total;
  }

  get quick(): boolean {
    return this.services.workspace.dashboard.quickMode;
  }

  /** Which of the market's prices there are. */
  get knownPresets(): readonly PricePreset[] {
    return pricePresets.filter((preset) => this.presetPrice(preset) !== null);
  }

  takeSettings(settings: TicketSettings): void {
    if (this.settings.keepAccounts && !settings.keepAccounts) this.plan.chooseKept();
    this.settings = settings;
  }

  showBook(book: TicketBook | null): void {
    this.book = book;
  }

  /** Another market has its own draft. */
  showInstrument(instrument: Instrument): void {
    if (this.instrument?.id !== instrument.id) {
      this.written = this.shelf.take(instrument.id, this.draft);
      this.touched = new Set();
      this.refusal = null;
      this.asking = null;
      this.book = null;
      this.percents = noPercents;
      this.suggested = '';
      this.plan.chooseNone();
    }
    this.instrument = instrument;
    this.suggestPrice();
  }

  change(patch: Partial<TicketDraft>): void {
    this.written = { ...this.draft, ...patch };
    this.refusal = null;
    this.asking = null;
    const { instrument, draft } = this;
    // A suggestion is made anew from the market as it is then.
    if (instrument !== null) this.shelf.put(instrument.id, draft.price === this.suggested ? { ...draft, price: '' } : draft);
  }

  chooseSide(side: OrderSide): void {
    this.change({ side });
    this.suggestPrice();
  }

  get kind(): OrderKind {
    return this.draft.mode === 'OCO' ? 'OCO' : this.draft.type;
  }

  /** An entry that arms a pair stays one of another type. */
  chooseKind(kind: OrderKind): void {
    if (kind === 'OCO') this.change({ mode: 'OCO' });
    else this.change({ type: kind, ...(this.draft.mode === 'OCO' ? { mode: 'ORDER' } : {}) });
    this.suggestPrice();
  }

  /** Puts in the best price of the own side, before there is one the last, as long as the user has written none. */
  suggestPrice(): void {
    const { draft } = this;
    const isFree = draft.price === '' ? !this.touched.has('price') : draft.price === this.suggested;
    if (!isFree || !shownFields(draft).includes('price')) return;
    const price = this.presetPrice(draft.side === 'BUY' ? 'bid' : 'ask') ?? this.presetPrice('last');
    if (price === null || price === draft.price) return;
    this.suggested = price;
    this.change(this.withSize({ ...draft, price }));
  }

  /** Takes what was typed; price, quantity and total keep up with each other. */
  type(field: TicketField, value: string): void {
    if (field === 'price') this.suggested = '';
    const leg = pairLegs.find((one) => goalOf(this.draft, one) === field);
    if (leg !== undefined) this.percents = { ...this.percents, [leg]: null };
    const draft = { ...this.draft, [field]: value };
    this.change(field === 'qty' ? { ...draft, total: '' } : field === 'total' || field === 'price' ? this.withSize(draft) : draft);
    this.touched = new Set([...this.touched, field === 'total' ? 'qty' : field]);
  }

  /** How far a leg stands from the entry, in per cent: as it was typed, else as its price says. */
  percentOf(leg: PairLeg): string {
    const { context } = this;
    return this.percents[leg] ?? (context === null ? '' : percentAt(this.tidy, context, leg));
  }

  typePercent(leg: PairLeg, value: string): void {
    this.percents = { ...this.percents, [leg]: value };
    this.change({});
    this.touched = new Set([...this.touched, goalOf(this.draft, leg)]);
  }

  /** Gain and loss of the pair for all accounts that the order goes to. */
  get riskReward(): RiskReward | null {
    const { context, tidy, plan } = this;
    const entry = context === null ? null : entryOf(tidy, context);
    const size = sumOf(plan.sizes) ?? tidy[sizeFieldOf(tidy)];
    const qty = isByQuote(tidy) && entry !== null ? dividedBy(size, entry) : size;
    return context === null || tidy.mode === 'ORDER' || qty === null ? null : riskRewardOf(tidy, context, qty);
  }

  /** A total that was typed decides the quantity. */
  private withSize(draft: TicketDraft): TicketDraft {
    const { instrument } = this;
    if (draft.total === '' || instrument === null) return draft;
    const { total, price } = tidied(draft);
    return { ...draft, qty: quantityForTotal(total, price, instrument) };
  }

  /** The total that was typed gives way to the one that the quantity's grid allows. */
  settleTotal(): void {
    if (this.draft.total !== '') this.change({ total: '' });
  }

  takePercent(percent: number): void {
    const size = this.context === null ? null : sizeForPercent(this.tidy, this.context, percent);
    if (size !== null) this.type(sizeFieldOf(this.draft), percent === 0 ? '' : size);
  }

  /** A price picked in a ladder or chart goes where the form has a price, and the side stays; a market order becomes a limit. */
  takePrice(price: string): void {
    if (this.draft.mode !== 'OCO' && this.draft.type === 'MARKET') this.change({ type: 'LIMIT' });
    this.type(this.pricedField(price), price);
  }

  /** The limit price, else the trigger, else the leg of a pair that stands on that side of the market. */
  private pricedField(price: string): TicketField {
    const { draft, context } = this;
    if (draft.mode !== 'OCO') return hasLimitPrice(draft.type) ? 'price' : 'triggerPrice';
    const isProfit = isBeyond(draft, price, context?.last ?? price);
    return legForms[isProfit ? draft.profitType : draft.stopType].goal;
  }

  takePreset(preset: PricePreset): void {
    const price = this.presetPrice(preset);
    if (price !== null) this.takePrice(price);
  }

  presetPrice(preset: PricePreset): string | null {
    return this.context === null ? null : presetPrice(this.context, preset);
  }

  /** Fills the ticket in from a template; a share is taken of the balance as it is now. */
  takeTemplate(template: TicketTerms): void {
    const draft = draftFrom(template, this.draft);
    this.percents = noPercents;
    this.change(draft);
    this.touched = new Set();
    if (template.percent !== undefined) this.takePercent(template.percent);
  }

  /** The keyboard comes to the ticket: on a side, with the best price of that side when there is none yet. */
  begin(side: OrderSide): void {
    if (this.draft.price === '') this.touched = new Set([...this.touched].filter((field) => field !== 'price'));
    this.chooseSide(side);
  }

  /** Sends the ticket on a side, unless something is wrong with it or it has to be asked about first. */
  async submit(side: OrderSide): Promise<SubmitOutcome> {
    this.change({ side });
    this.settleTotal();
    this.touched = new Set(sentFields(this.draft));
    if (this.account === null || !this.isSendable) return { kind: 'invalid' };
    const kind = confirmationFor(this.draft, this.plan.cost, this.settings, this.quick);
    if (kind === null) return this.send();
    this.asking = kind;
    return { kind: 'asking' };
  }

  /** The question was answered with yes. */
  async confirm(): Promise<SubmitOutcome> {
    this.asking = null;
    return this.isSendable ? this.send() : { kind: 'invalid' };
  }

  withdraw(): void {
    this.asking = null;
  }

  dispose(): void {
    this.sender.dispose();
  }

  /** One press sends once: while orders are on their way the next press does nothing. */
  private get isSendable(): boolean {
    return !this.sender.busy && Object.keys(this.errors).length === 0;
  }

  private async send(): Promise<SubmitOutcome> {
    const { instrument, written } = this;
    const outgoing = this.plan.sendable.map((one) => {
      const { clientOrderId: _unused, ...request } = orderRequest(one.draft, one.instrument, one.account.apiId, '');
      return { accountName: one.account.name, request };
    });
    const orders = await this.sender.send(outgoing);
    this.finish(instrument, written, orders);
    // What needs no answer any more is told once, elsewhere; an order refused alone still stands in the form.
    for (const { clientOrderId, state } of orders)
      if (state === 'accepted' || (state === 'refused' && orders.length === 1)) this.sender.forget(clientOrderId);
    return { kind: 'sent', orders };
  }

  /** Sends orders again that were refused, or of which nobody knows, each under its own id. */
  async repeat(clientOrderIds: readonly string[]): Promise<void> {
    await Promise.all(clientOrderIds.map((id) => this.sender.repeat(id)));
    this.settle(this.sender.orders.filter(({ clientOrderId }) => clientOrderIds.includes(clientOrderId)));
  }

  /** Tells of orders that have come after all. */
  private settle(orders: readonly SentOrder[]): void {
    const found = orders.filter(({ state }) => state === 'accepted');
    for (const { clientOrderId } of found) this.sender.forget(clientOrderId);
    if (found.length > 0) this.onFound(found);
  }

  /** Clears the size once its order was accepted; whatever was typed meanwhile stays. */
  private finish(instrument: Instrument | null, sent: TicketDraft, orders: readonly SentOrder[]): void {
    const own = orders[0] ?? null;
    if (this.instrument !== instrument || own === null) return;
    // What one has got is not sent to it again unasked.
    if (orders.some(({ state }) => state === 'accepted')) this.plan.chooseNone();
    if (own.state === 'refused' && own.error !== null) {
      const field = refusedField(this.draft, own.error.params.field);
      if (field !== null && this.written === sent) this.refusal = { field, error: own.error };
    }
    if (own.state !== 'accepted') return;
    const emptied = (['qty', 'quoteAmount', 'total'] as const).filter((field) => this.written[field] === sent[field]);
    this.change(Object.fromEntries(emptied.map((field) => [field, ''])));
    this.touched = new Set(ticketFields.filter((field) => this.touched.has(field) && this.draft[field] !== ''));
  }
}
