import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { about: { load: () => import('./about-page.tsx') } } });
