import type { Role, VipLevel } from '../domain/accounts/role.ts';

/** Contribution point of the server: traders whom a plugin brings to the demo, each value a list of {@link DemoTrader}. */
export const demoTradersPoint = 'demo.traders';

/** Somebody whom only the demo has: a person whom nobody can sign in as, with a funded account and strategy instances on it. */
export interface DemoTrader {
  readonly username: string;
  readonly role: Role;
  readonly vipLevel: VipLevel;
  /** Where the account is. */
  readonly exchange: string;
  /** What it starts with, by asset. */
  readonly funds: Readonly<Record<string, string>>;
  readonly instances: readonly DemoInstance[];
}

/** A strategy instance of the demo, started as any other is, and not again while one of the same strategy and market runs. */
export interface DemoInstance {
  readonly name: string;
  /** `pluginId/id`. */
  readonly strategy: string;
  readonly instrumentId: string;
  /** Beside `apiId` and `instrumentId`. */
  readonly params: Readonly<Record<string, unknown>>;
}
