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
  private readonly waiting = observable.map<string, 'amending' | 'canceling'>();
  private readonly accounts: ActingAccounts;

  constructor(accounts: ActingAccounts) {
    this.accounts = accounts;
    makeAutoObservable<this, 'accounts' | 'waiting'>(
      this,
      { edit: observableRef, accounts: false, waiting: false, accessTo: false, accessToCancel: false },
      { autoBind: true },
    );
  }

  /** Observable per order: what the server has been asked and has not answered. */
  pendingOf(order: Order): 'amending' | 'canceling' | null {
    return this.waiting.get(orderKey(order)) ?? null;
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

  /** Starts editing; without a field at the first that may be amended. */
  begin(order: Order, field: AmendField | undefined = amendableFields(order)[0]): void {
    if (field === undefined || this.accessTo(order).outcome !== 'granted') return;
    if (!amendableFields(order).includes(field) || this.edit?.sending === true) return;
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

  /** Sends what was typed; an unchanged or empty value restores the cell. The cell stays open with the refusal. */
  async send(order: Order): Promise<void> {
    const { edit } = this;
    if (edit === null || edit.sending) return;
    const value = normalDecimal(edit.value);
    if (!decimalPattern.test(value) || value === termOf(order, edit.field)) {
      this.restore();
      return;
    }
    this.hold([order], 'amending');
    this.edit = { ...edit, value, sending: true };
    const outcome = await this.accounts.amend(order, { [edit.field]: value });
    this.release([order]);
    this.answered(outcome.ok ? null : outcome.error);
  }

  /** Cancels orders one by one; gives those that could not be, with the reason. */
  async cancel(orders: readonly Order[]): Promise<readonly { readonly order: Order; readonly error: AppError }[]> {
    const asked = orders.filter((order) => this.pendingOf(order) !== 'canceling' && this.accessToCancel(order).outcome === 'granted');
    this.hold(asked, 'canceling');
    const outcomes = await Promise.all(asked.map(async (order) => ({ order, outcome: await this.accounts.cancel(order) })));
    this.release(asked);
    return outcomes.flatMap(({ order, outcome }) => (outcome.ok ? [] : [{ order, error: outcome.error }]));
  }

  hold(orders: readonly Order[], word: 'amending' | 'canceling'): void {
    for (const order of orders) this.waiting.set(orderKey(order), word);
  }

  release(orders: readonly Order[]): void {
    for (const order of orders) this.waiting.delete(orderKey(order));
  }

  answered(error: AppError | null): void {
    this.edit = error === null || this.edit === null ? null : { ...this.edit, sending: false, error };
  }
}
