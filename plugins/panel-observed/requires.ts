import { ACCOUNTS, API, MARKETS, STREAM, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, api: API, markets: MARKETS, stream: STREAM, workspace: WORKSPACE };
export type Services = Resolved<typeof requires>;
