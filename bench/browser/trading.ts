import { layoutShift, watchLayout } from '../../e2e/kit/layout-shift.ts';
import { OrderTicket } from '../../e2e/kit/panels/order-ticket.ts';
import type { OpenDashboard } from './open-dashboard.ts';

/** Between one order and the next. */
const pauseMs = 1_500;

/** Layout shift while somebody types limit orders and sends them, each at a price that rests and the next that trades at once. */
export async function shiftWhileTrading({ page }: OpenDashboard, seconds: number): Promise<number> {
  const ticket = new OrderTicket(page);
  const submit = ticket.form.locator('[type=submit]').first();
  const shown = (await page.getByRole('navigation', { name: 'Markets' }).innerText()).match(/[\d,]+\.\d+/)?.[0] ?? '';
  const last = Number(shown.replaceAll(',', ''));
  if (!(last > 0)) throw new Error('no price of the first market is shown');
  await watchLayout(page);
  const endMs = Date.now() + seconds * 1_000;
  for (let at = 0; Date.now() < endMs; at += 1) {
    await ticket.fill({ Price: String(Math.round(last * (at % 2 === 0 ? 0.9 : 1.1))), Quantity: '0.01' });
    await submit.click();
    await page.waitForTimeout(pauseMs);
  }
  return layoutShift(page);
}
