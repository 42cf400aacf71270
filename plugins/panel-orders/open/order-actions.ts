import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { AccessDecision } from '../../../core/contract/access.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/client-services.ts';
import { decimalPattern } from '../../../core/domain/numbers/decimal.ts';
import { normalDecimal } from '../../../core/ui/index.ts';
import { amendableFields, orderKey } from '../order-figures.ts';
import type { Services } from '../requires.ts';

export type AmendField = 'price' | 'qty' | 'triggerPrice';

/** A cell that is being edited. */
export interface CellEdit {
  readonly key: string;
  readonly field: AmendField;
  readonly value: string;
  readonly sending: boolean;
  /** The refusal of the value as it stands; gone with the next key. */
  readonly error: AppError | null;
}

export const termOf = (order: Order, field: AmendField): string | null =>
  field === 'price' ? order.price : field === 'qty' ? order.qty : order.triggerPrice;

type ActingAccounts = Pick<Services['accounts'], 'amend' | 'cancel' | 'may'>;

/** What an orders panel has under way: the cell that is edited, and the orders that wait for the server's word. */
export class OrderActions {
  edit: CellEdit | null = null;
  private readonly amending = observable.set<string>();
  private readonly canceling = observable.set<string>();
  /** Canceled from here: what becomes of an amendment of theirs that was under way is of no use to anybody. */
  private readonly canceled = new Set<string>();
  private readonly accounts: ActingAccounts;

  constructor(accounts: ActingAccounts) {
    this.accounts = accounts;
    makeAutoObservable<this, 'accounts' | 'amending' | 'canceling' | 'canceled'>(
      this,
      { edit: observableRef, accounts: false, amending: false, canceling: false, canceled: false, accessTo: false, accessToCancel: false },
      { autoBind: true },
    );
  }

  /** Observable per order: what the server has been asked and has not answered. */
  pendingOf(order: Order): 'amending' | 'canceling' | null {
    const key = orderKey(order);
    return this.canceling.has(key) ? 'canceling' : this.amending.has(key) ? 'amending' : null;
  }

  /** Observable: whether the user may amend it; what is left to be amended says the order. */
  accessTo({ apiId }: Order): AccessDecision {
    return this.accounts.may('trade', apiId);
  }

  /** Observable: whether the user may cancel it; of accounts that he only looks at he may not. */
  accessToCancel({ apiId }: Order): AccessDecision {
    return this.accounts.may('reduce', apiId);
  }

  /** Observable: the edit of this cell. */
  editOf(order: Order, field: AmendField): CellEdit | null {
    const { edit } = this;
    return edit !== null && edit.field === field && edit.key === orderKey(order) ? edit : null;
  }

  /** Starts editing; without a field at the first that may be amended. An order whose amendment has no answer yet takes no second one; others do. */
  begin(order: Order, field: AmendField | undefined = amendableFields(order)[0]): void {
    if (field === undefined || this.accessTo(order).outcome !== 'granted') return;
    if (!amendableFields(order).includes(field) || this.amending.has(orderKey(order))) return;
    this.edit = { key: orderKey(order), field, value: termOf(order, field) ?? '', sending: false, error: null };
  }

  /** Goes on with the next field of the same order, or the one before. */
  step(order: Order, by: 1 | -1): void {
    const fields = amendableFields(order);
    const at = this.edit === null ? -1 : fields.indexOf(this.edit.field);
    const next = fields[at + by];
    if (next === undefined) this.restore();
    else this.begin(order, next);
  }

  type(value: string): void {
    if (this.edit !== null && !this.edit.sending) this.edit = { ...this.edit, value, error: null };
  }

  restore(): void {
    if (this.edit?.sending !== true) this.edit = null;
  }

  /**
   * Sends what was typed; an unchanged or empty value restores the cell. The cell stays open with the refusal; where another one is edited by
   * then, the refusal comes back.
   */
  async send(order: Order): Promise<AppError | null> {
    const { edit } = this;
    if (edit === null || edit.sending) return null;
    const value = normalDecimal(edit.value);
    if (!decimalPattern.test(value) || value === termOf(order, edit.field)) {
      this.restore();
      return null;
    }
    const sent = { ...edit, value, sending: true };
    this.begun(sent);
    const outcome = await this.accounts.amend(order, { [edit.field]: value });
    return this.answered(sent, outcome.ok || this.canceled.has(sent.key) ? null : outcome.error);
  }

  /** Cancels orders one by one; gives those that could not be, with the reason. */
  async cancel(orders: readonly Order[]): Promise<readonly { readonly order: Order; readonly error: AppError }[]> {
    const asked = orders.filter((order) => this.pendingOf(order) !== 'canceling' && this.accessToCancel(order).outcome === 'granted');
    const keys = asked.map(orderKey);
    this.cancelBegun(keys);
    const outcomes = await Promise.all(asked.map(async (order) => ({ order, outcome: await this.accounts.cancel(order) })));
    this.cancelAnswered(
      keys,
      outcomes.flatMap(({ order, outcome }) => (outcome.ok ? [orderKey(order)] : [])),
    );
    return outcomes.flatMap(({ order, outcome }) => (outcome.ok ? [] : [{ order, error: outcome.error }]));
  }

  private begun(sent: CellEdit): void {
    this.amending.add(sent.key);
    this.edit = sent;
  }

  private answered(sent: CellEdit, error: AppError | null): AppError | null {
    this.amending.delete(sent.key);
    // The cell that was sent, unless another one is edited by now.
    if (this.edit !== sent) return error;
    this.edit = error === null ? null : { ...sent, sending: false, error };
    return null;
  }

  private cancelBegun(keys: readonly string[]): void {
    for (const key of keys) this.canceling.add(key);
  }

  private cancelAnswered(asked: readonly string[], done: readonly string[]): void {
    for (const key of asked) this.canceling.delete(key);
    for (const key of done) this.canceled.add(key);
    if (this.edit !== null && this.canceled.has(this.edit.key)) this.edit = null;
  }
}
