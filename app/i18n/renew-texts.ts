import type { i18n } from 'i18next';
import { languages } from '../../core/client/settings/language.ts';

/**
 * Loads a namespace whose files are known only now. Who asked for it before, such as the list of plugins that names a package before
 * its texts are here, was told that it is empty, and i18next remembers that.
 */
export async function renewTexts(texts: i18n, namespace: string): Promise<void> {
  const remembered = languages.filter((language) => texts.hasResourceBundle(language, namespace));
  if (remembered.length > 0) await texts.reloadResources(remembered, [namespace]);
  await texts.loadNamespaces([namespace]);
}
