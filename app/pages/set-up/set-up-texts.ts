import type { i18n } from 'i18next';

/** Words of this page alone, in every language: they come with it, so that the workspace does not carry them. */
const texts: Readonly<Record<string, object>> = import.meta.glob('../../../locales/*/set-up.json', { eager: true, import: 'default' });

export function addSetUpTexts(to: Pick<i18n, 'addResourceBundle' | 'hasResourceBundle'>): void {
  for (const [path, own] of Object.entries(texts)) {
    const language = path.split('/').at(-2) ?? '';
    if (!to.hasResourceBundle(language, 'set-up')) to.addResourceBundle(language, 'set-up', own);
  }
}
