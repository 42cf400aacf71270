import { inOrder, type Language, languages } from '../../core/domain/language.ts';
import { CheckField, useText } from '../../core/ui/index.ts';
import styles from './platform.module.css';

/** In themselves. */
export const ownNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' };

interface LanguagesFieldProps {
  readonly offered: readonly Language[];
  readonly error: string | null;
  readonly onChange: (offered: readonly Language[]) => void;
}

/** In which languages the firm speaks. */
export function LanguagesField({ offered, error, onChange }: LanguagesFieldProps) {
  const t = useText('page-platform');
  const help = error ?? t('help.languages');
  return (
    <fieldset className={styles.checks} aria-describedby="platform-languages">
      <legend>{t('field.languages')}</legend>
      <div className={styles.row}>
        {languages.map((one) => (
          <CheckField
            key={one}
            label={ownNames[one]}
            checked={offered.includes(one)}
            onChange={(on) => onChange(inOrder(on ? [...offered, one] : offered.filter((other) => other !== one)))}
          />
        ))}
      </div>
      <p id="platform-languages" className={error === null ? undefined : styles.wrong}>
        {help}
      </p>
    </fieldset>
  );
}
