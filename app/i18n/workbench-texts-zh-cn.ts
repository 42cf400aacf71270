/** Texts of the workbench and of all plugins in one language, by file: a page reads them together when it starts. */
export const texts: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../../plugins/*/locales/zh-CN.json', '../../locales/zh-CN/{ui,forms}.json'],
  { eager: true, import: 'default' },
);
