import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { product: { load: () => import('./product-page.tsx') } } });
