import { inOrder, type Language, languageNames, languages } from '../../core/domain/language.ts';
import { CheckField, useText } from '../../core/ui/index.ts';
import styles from './platform.module.css';

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
            label={languageNames[one]}
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
