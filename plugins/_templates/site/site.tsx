import { defineSite } from '../../../core/contract/site.ts';

export const site = defineSite({ pages: { sample: { load: async () => ({ Page: (await import('./sample-page.tsx')).SamplePage }) } } });
