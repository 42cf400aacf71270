import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Instrument, InstrumentId } from '../../core/domain/instrument.ts';
import type { OrderSide } from '../../core/domain/order.ts';
import type { Services } from './requires.ts';
import {
  fieldsOf,
  orderRequest,
  quantityForPercent,
  type TicketContext,
  type TicketDraft,
  type TicketErrors,
  type TicketField,
  validateTicket,
} from './ticket-model.ts';

const fresh: TicketDraft = {
  side: 'BUY',
  mode: 'ORDER',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '',
  qty: '',
  byQuote: false,
  quoteAmount: '',
  triggerPrice: '',
  takeProfit: '',
  stopLoss: '',
};

/** Wire names of the server's refusals → fields of the ticket. */
const fieldOfWire: Readonly<Record<string, TicketField>> = {
  price: 'price',
  qty: 'qty',
  quoteAmount: 'quoteAmount',
  quote_amount: 'quoteAmount',
  triggerPrice: 'triggerPrice',
  trigger_price: 'triggerPrice',
  'takeProfit.price': 'takeProfit',
  'stopLoss.triggerPrice': 'stopLoss',
};

/** What the user is about to send. A draft outlives a change of the market; its prices do not. */
export class TicketStore {
  draft: TicketDraft = fresh;
  /** Fields that the user has left or tried to send: only these show errors. */
  touched: ReadonlySet<TicketField> = new Set();
  sending = false;
  /** Last refusal of the server, until something is typed. */
  refusal: AppError | null = null;
  private readonly services: Services;
  private readonly makeId: () => string;
  private instrumentId: InstrumentId | null = null;

  constructor(services: Services, makeId: () => string) {
    this.services = services;
    this.makeId = makeId;
    makeAutoObservable<this, 'services' | 'makeId'>(
      this,
      { draft: observableRef, touched: observableRef, refusal: observableRef, services: false, makeId: false },
      { autoBind: true },
    );
  }

  context(instrument: Instrument): TicketContext {
    const { accounts, markets } = this.services;
    const account = accounts.accountFor(instrument.exchange);
    const available = (asset: string): string | null => {
      if (account === null || accounts.loading) return null;
      return accounts.balances.find((one) => one.api_id === account.api_id && one.asset === asset)?.available ?? '0';
    };
    const ticker = markets.ticker(instrument.id);
    return {
      instrument,
      availableBase: available(instrument.base),
      availableQuote: available(instrument.quote),
      bestBid: ticker?.bid ?? null,
      bestAsk: ticker?.ask ?? null,
    };
  }

  /** Errors beside their fields: of touched ones, and of the server's last refusal. */
  shownErrors(instrument: Instrument): TicketErrors {
    const all = validateTicket(this.draft, this.context(instrument));
    return Object.fromEntries(Object.entries(all).filter(([field]) => this.touched.has(field as TicketField)));
  }

  get refusedField(): TicketField | null {
    return fieldOfWire[String(this.refusal?.params.field ?? '')] ?? null;
  }

  change(patch: Partial<TicketDraft>): void {
    this.draft = { ...this.draft, ...patch };
    this.refusal = null;
  }

  type(field: TicketField, value: string): void {
    this.change({ [field]: value });
    this.touched = new Set([...this.touched, field]);
  }

  /** A price picked in a ladder or chart. */
  takePrice(price: string, side: OrderSide | null): void {
    this.change({ price, ...(side === null ? {} : { side }), ...(this.draft.type === 'MARKET' ? { type: 'LIMIT' as const } : {}) });
  }

  /** Another market: typed prices and quantities mean nothing there. */
  showInstrument(instrument: Instrument): void {
    if (this.instrumentId === instrument.id) return;
    this.instrumentId = instrument.id;
    const { side, mode, type, timeInForce, byQuote } = this.draft;
    this.draft = { ...fresh, side, mode, type, timeInForce, byQuote };
    this.touched = new Set();
    this.refusal = null;
  }

  usePercent(instrument: Instrument, percent: number): void {
    const qty = quantityForPercent(this.draft, this.context(instrument), percent);
    if (qty !== null) this.change({ qty, byQuote: false });
  }

  /** Sends the ticket on a side; shows errors instead when there are any. True when the order was accepted. */
  async send(instrument: Instrument, side: OrderSide): Promise<boolean> {
    this.change({ side });
    this.touched = new Set(fieldsOf(this.draft));
    const account = this.services.accounts.accountFor(instrument.exchange);
    if (this.sending || account === null || Object.keys(validateTicket(this.draft, this.context(instrument))).length > 0) return false;
    this.sending = true;
    const outcome = await this.services.accounts.place(orderRequest(this.draft, instrument, account.api_id, this.makeId()));
    this.finish(outcome.ok ? null : outcome.error);
    return outcome.ok;
  }

  private finish(error: AppError | null): void {
    this.sending = false;
    this.refusal = error;
    if (error !== null) return;
    this.draft = { ...this.draft, qty: '', quoteAmount: '' };
    this.touched = new Set();
  }
}
