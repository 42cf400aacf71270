/** Texts of the workbench and of all plugins in one language, by file: a page reads them together when it starts. */
export const texts: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../../plugins/*/locales/en.json', '../../locales/en/{ui,forms}.json'],
  { eager: true, import: 'default' },
);
