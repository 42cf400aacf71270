import { API, FEEDS, MARKETS, STREAM, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = { api: API, feeds: FEEDS, markets: MARKETS, stream: STREAM, workspace: WORKSPACE };
