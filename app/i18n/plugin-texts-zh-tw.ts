/** Texts of all plugins in one language, by file: a page reads them together when it starts. */
export const texts = import.meta.glob('../../plugins/*/locales/zh-TW.json', { eager: true, import: 'default' });
