import { defineSite } from '../../../core/contract/site.ts';

const pageId = 'sample';

export const site = defineSite({ pages: { [pageId]: { load: () => import('./sample-page.tsx') } } });
