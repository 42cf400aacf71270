import { expect, type Locator, type Page } from '@playwright/test';

type TicketField = 'Price' | 'Quantity' | 'Total' | 'Amount' | 'Trigger price' | 'Take profit (limit)' | 'Stop (trigger)';

/** The order panel. */
export class OrderTicket {
  readonly form: Locator;

  constructor(page: Page) {
    this.form = page.getByRole('form', { name: 'Order' });
  }

  field(name: TicketField): Locator {
    return this.form.getByRole('textbox', { name, exact: true });
  }

  choice(name: 'Time in force' | 'Amount in'): Locator {
    return this.form.getByRole('combobox', { name, exact: true });
  }

  /** The tab of a type: limit, market, and the last one of all others. */
  type(name: string): Locator {
    return this.form.getByRole('tablist', { name: 'Type' }).getByRole('tab', { name, exact: true });
  }

  /** Chooses what the order is, in the list of other types where it has no tab. */
  async chooseType(name: string): Promise<void> {
    await expect(this.form.getByRole('tablist', { name: 'Type' })).toBeVisible();
    if (await this.type(name).isVisible()) await this.type(name).click();
    else await (await this.open('Other types')).getByRole('button', { name, exact: true }).click();
    await expect(this.type(name)).toHaveAttribute('aria-selected', 'true');
  }

  side(name: 'Buy' | 'Sell'): Locator {
    return this.form.getByRole('button', { name, exact: true }).and(this.form.locator('[aria-pressed]'));
  }

  /** Quick and sync mode. */
  mode(name: 'Quick' | 'Sync'): Locator {
    return this.form.getByRole('button', { name, exact: true });
  }

  /** Orders that wait for a word. */
  get outcomes(): Locator {
    return this.form.getByRole('status', { name: 'Orders sent' });
  }

  /** Opens one of the bar's windows. */
  async open(name: 'Templates' | 'Confirmations' | 'Keys of the ticket' | 'Other types'): Promise<Locator> {
    await this.form.getByRole('button', { name, exact: true }).click();
    return this.form
      .page()
      .getByRole('dialog', { name, exact: true })
      .or(this.form.page().getByRole('group', { name, exact: true }));
  }

  /** The button that sends; it says the action. */
  submit(name: string | RegExp): Locator {
    return this.form.getByRole('button', { name, exact: true });
  }

  async fill(fields: Readonly<Partial<Record<TicketField, string>>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name as TicketField).fill(value);
  }

  /** The text under a field. */
  async saysUnder(name: TicketField, text: string | RegExp): Promise<void> {
    await expect(this.field(name)).toHaveAccessibleDescription(text);
  }
}
