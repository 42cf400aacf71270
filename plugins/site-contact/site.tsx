import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { contact: { load: () => import('./contact-page.tsx') } } });
