import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { type Language, languageNames } from '../../../core/client/settings/language.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import tool from '../header/tool.module.css';

export const LanguageMenu = observer(function LanguageMenu() {
  const { t } = useTranslation('app');
  const { preferences } = useWorkbench().services;
  if (preferences.languages.length === 1) return null;
  return (
    <Menu
      checkedValues={{ language: [preferences.language] }}
      onCheckedValueChange={(_, data) => preferences.setLanguage(data.checkedItems[0] as Language)}
    >
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={tool.tool} aria-label={t('language')} title={t('language')}>
          <Icon name="globe" />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {preferences.languages.map((language) => (
            <MenuItemRadio key={language} name="language" value={language}>
              <span lang={language}>{languageNames[language]}</span>
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
