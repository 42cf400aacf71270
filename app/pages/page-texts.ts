import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Texts of a page alone, by the paths of their files: they come with it in every language, so that the workspace does not carry them. Asked for before their first word. */
export function usePageTexts(files: Readonly<Record<string, object>>): void {
  const { i18n } = useTranslation();
  useState(() => {
    for (const [path, texts] of Object.entries(files)) {
      const [language = '', file = ''] = path.split('/').slice(-2);
      const namespace = file.replace('.json', '');
      if (!i18n.hasResourceBundle(language, namespace)) i18n.addResourceBundle(language, namespace, texts);
    }
  });
}
