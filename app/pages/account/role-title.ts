import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHouseRole, type Role } from '../../../core/domain/accounts/role.ts';
import { flatTexts } from '../../i18n/flat-texts.ts';
import type { TextFiles } from '../../i18n/text-loaders.ts';

/** How a role that a plugin brings is called, by the plugin's own texts; one that has no name there, or no plugin here, is called by its word. */
export async function contributedTitle(role: Role, language: string, files: TextFiles): Promise<string> {
  const [plugin = '', name = ''] = role.split('/');
  const texts = await files[`../../plugins/${plugin}/locales/${language}.json`]?.();
  return texts === undefined ? role : (flatTexts(texts as Parameters<typeof flatTexts>[0])[`role.${name}`] ?? role);
}

/** All plugins' texts, for a guest of a plugin's role alone: others never load them. */
const load = async (role: Role, language: string): Promise<string> =>
  contributedTitle(role, language, (await import('../../i18n/workbench-texts.ts')).workbenchTexts);

/** How the role is called in the language of the page; null: nobody knows yet. Roles of the house need the texts of `ui`. */
export function useRoleTitle(role: Role | null): string | null {
  const { t, i18n } = useTranslation('ui');
  const { language } = i18n;
  const [found, setFound] = useState<{ readonly role: Role; readonly language: string; readonly title: string } | null>(null);
  const isBrought = role !== null && !isHouseRole(role);
  useEffect(() => {
    if (!isBrought) return;
    let isGone = false;
    // Without the texts the word itself is as good a name as there is.
    void load(role, language)
      .catch(() => role)
      .then((title) => !isGone && setFound({ role, language, title }));
    return () => {
      isGone = true;
    };
  }, [role, language, isBrought]);
  if (role === null) return null;
  if (!isBrought) return t(`role.${role}`, { defaultValue: role });
  return found?.role === role && found.language === language ? found.title : null;
}
