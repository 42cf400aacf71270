import './site.css';
import { Site } from './render-site.tsx';
import { sitePlugins } from './site-plugin.ts';

/** The site of this build: what `vite.site.config.ts` draws, and the server for development with every request. */
export const openSite = (): Promise<Site> => Site.of(sitePlugins);
