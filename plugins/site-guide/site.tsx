import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { guide: { load: () => import('./guide-page.tsx') } } });
