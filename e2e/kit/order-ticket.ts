import { expect, type Locator, type Page } from '@playwright/test';

export type TicketField = 'Price' | 'Quantity' | 'Amount' | 'Trigger price' | 'Take profit (limit)' | 'Stop (trigger, market)';

/** The order panel. */
export class OrderTicket {
  readonly form: Locator;

  constructor(page: Page) {
    this.form = page.getByRole('form', { name: 'Order' });
  }

  field(name: TicketField): Locator {
    return this.form.getByRole('textbox', { name, exact: true });
  }

  choice(name: 'Kind' | 'Type' | 'Time in force' | 'Amount in'): Locator {
    return this.form.getByRole('combobox', { name, exact: true });
  }

  side(name: 'Buy' | 'Sell'): Locator {
    return this.form.getByRole('button', { name, exact: true });
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
