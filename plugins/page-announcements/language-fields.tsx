import { useId } from 'react';
import { type AnnouncementLanguage, type AnnouncementText, announcementRules } from '../../core/domain/forms/announcement.ts';
import { TextField, useText } from '../../core/ui/index.ts';
import styles from './announcements.module.css';

interface LanguageFieldsProps {
  readonly language: AnnouncementLanguage;
  readonly value: AnnouncementText;
  readonly isFixed: boolean;
  /** Stands beside the field that it is of, of those here. */
  readonly errors: { readonly title: string | null; readonly text: string | null };
  readonly onChange: (change: Partial<AnnouncementText>) => void;
}

/** Title and text in one language. */
export function LanguageFields({ language, value, isFixed, errors, onChange }: LanguageFieldsProps) {
  const t = useText('page-announcements');
  const id = useId();
  const { title, text } = announcementRules;
  return (
    <fieldset className={styles.language} disabled={isFixed}>
      <legend>{t(`language.${language}`)}</legend>
      {language !== 'en' && value.title === '' && value.text === '' && <p className={styles.quiet}>{t('fallback')}</p>}
      <TextField
        label={t('field.title')}
        value={value.title}
        maxLength={title.most}
        error={errors.title}
        onChange={(typed) => onChange({ title: typed })}
      />
      <label htmlFor={id} className={styles.label}>
        {t('field.text')}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={language === 'en' ? 7 : 4}
        maxLength={text.most}
        value={value.text}
        aria-invalid={errors.text !== null}
        aria-describedby={errors.text === null ? undefined : `${id}-error`}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {errors.text !== null && (
        <p id={`${id}-error`} className={styles.wrong}>
          {errors.text}
        </p>
      )}
    </fieldset>
  );
}
