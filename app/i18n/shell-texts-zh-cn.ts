/** Texts of every page in one language, by file. */
export const texts: Readonly<Record<string, unknown>> = import.meta.glob('../../locales/zh-CN/{app,errors}.json', {
  eager: true,
  import: 'default',
});
