import { MARKETS } from '../../../core/contract/client-services.ts';

/** The services of this plugin; plugin.json names the same tokens. */
export const requires = { markets: MARKETS };
