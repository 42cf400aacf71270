import { ACCOUNTS, MARKETS, NOTICES, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, markets: MARKETS, workspace: WORKSPACE, notices: NOTICES };
export type Services = Resolved<typeof requires>;
