import { defineSite } from '../../core/contract/site.ts';

export const site = defineSite({ pages: { home: { load: async () => ({ Page: (await import('./home-page.tsx')).HomePage }) } } });
