import { ACCOUNTS, MARKETS } from '../../core/contract/client-services.ts';

export const requires = { accounts: ACCOUNTS, markets: MARKETS };
