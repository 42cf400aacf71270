import { ACCOUNTS, MARKETS, STREAM, WORKSPACE } from '../../core/contract/client-services.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, markets: MARKETS, stream: STREAM, strategies: STRATEGIES, workspace: WORKSPACE };
export type Services = Resolved<typeof requires>;
