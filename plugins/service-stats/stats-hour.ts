/** What was traded in one hour at one exchange by one kind of sender; amounts in USDT. */
export interface StatsHour {
  readonly hourMs: number;
  readonly exchange: string;
  /** `pluginId/id`; null: people and scripts. */
  readonly strategy: string | null;
  /** Each trade once. */
  readonly volume: string;
  /** Of the sender's own side of each trade. */
  readonly turnover: string;
  /** Of it, what a strategy gave to the book. */
  readonly making: string;
  readonly saved: string;
  readonly rebates: string;
  readonly fills: number;
  readonly orders: number;
  /** Fills, and rebates, without a price in USDT. */
  readonly unvalued: number;
  /** Rebates for invitations that were credited. */
  readonly credits: number;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
