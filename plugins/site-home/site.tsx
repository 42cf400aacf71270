import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { home: { load: () => import('./home-page.tsx') } } });
