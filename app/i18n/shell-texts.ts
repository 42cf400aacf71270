import type { TextFiles } from './text-loaders.ts';

/** Texts of core and app. Plugins' texts come with the workbench, so that public pages know nothing of plugins. */
export const shellTexts: TextFiles = import.meta.glob('../../locales/*/*.json', { import: 'default' });
