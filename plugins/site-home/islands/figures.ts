import type { IslandModule } from '../../../core/contract/site.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';

export interface FiguresProps {
  readonly texts: { readonly live: string; readonly simulated: string; readonly failed: string };
}

/** What is shown, in its order; amounts are in the asset that the answer names. */
export const figures = [
  { name: 'total_volume', inAsset: true },
  { name: 'week_volume', inAsset: true },
  { name: 'day_volume', inAsset: true },
  { name: 'market_making_volume', inAsset: true },
  { name: 'orders', inAsset: false },
  { name: 'saved_fees', inAsset: true },
  { name: 'rebates', inAsset: true },
] as const;

/** `/stats/main`, as far as it is shown. */
interface MainStats {
  readonly asset: string;
  readonly simulated: boolean;
  /** Null before the books were summed up for the first time. */
  readonly updated: number | null;
  readonly total_volume: string;
  readonly week_volume: string;
  readonly market_making_volume: string;
  readonly orders: number;
  readonly saved_fees: string;
  readonly rebates: string;
}

const everyMs = 30_000;

/** Fills the figures every half minute. Where they cannot be had it says so; those that stand already stay. */
export const mount: IslandModule<FiguresProps>['mount'] = (element, { texts }, { get, every }) =>
  every(everyMs, async () => {
    try {
      const [main, day] = await Promise.all([get<MainStats>('/stats/main'), get<{ readonly volume: string }>('/stats/24h')]);
      if (main.updated === null) return;
      const values = { ...main, day_volume: day.volume };
      for (const { name } of figures) write(element, `[data-figure="${name}"]`, shown(String(values[name])));
      write(element, '[data-part="asset"]', main.asset);
      element.dataset.live = '';
      delete element.dataset.failed;
      write(element, '[data-part="status"]', main.simulated ? texts.simulated : texts.live);
    } catch {
      if (element.dataset.live !== undefined) return;
      element.dataset.failed = '';
      write(element, '[data-part="status"]', texts.failed);
    }
  });

/** Cents where they are most of it. */
const wholeFrom = 1_000;

const shown = (amount: string): string => formatDecimal(amount, amount.includes('.') && Math.abs(Number(amount)) < wholeFrom ? 2 : 0);

function write(within: Element, selector: string, text: string): void {
  for (const place of within.querySelectorAll(selector)) if (place.textContent !== text) place.textContent = text;
}
