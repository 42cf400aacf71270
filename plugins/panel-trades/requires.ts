import { ACCOUNTS, FEEDS, MARKETS, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = { accounts: ACCOUNTS, feeds: FEEDS, markets: MARKETS, workspace: WORKSPACE };
