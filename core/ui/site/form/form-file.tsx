import { Icon } from '../../icon.tsx';
import { useHouseText } from '../house-text.tsx';
import { FieldLabel, FieldNotes, fieldId } from './form-field.tsx';
import styles from './site-form.module.css';

export interface FormFileTerms {
  readonly name: string;
  readonly label: string;
  /** Formats and size. */
  readonly hint: string;
  /** Endings of names, without the dot. */
  readonly formats: readonly string[];
}

/** A place for one file: chosen, or dropped there. */
export function FormFile({ name, label, hint, formats }: FormFileTerms) {
  const text = useHouseText();
  return (
    <div className={styles.field} data-part="file-field">
      <FieldLabel name={name} label={label} isRequired />
      <div className={styles.drop} data-part="drop">
        <input
          className={styles.file}
          id={fieldId(name)}
          name={name}
          type="file"
          accept={formats.map((format) => `.${format}`).join(',')}
          required
          data-part="file"
          aria-describedby={`${fieldId(name)}-chosen ${fieldId(name)}-hint ${fieldId(name)}-fault`}
        />
        <label className={styles.choose} htmlFor={fieldId(name)} data-part="none">
          <Icon name="upload" />
          {text('site', 'form.file.choose')}
        </label>
        <p className={styles.chosen} id={`${fieldId(name)}-chosen`} data-part="chosen" hidden>
          <span className={styles.fileName} data-part="name" />
          <span className={styles.size} data-part="size" />
          <button className={styles.remove} type="button" data-part="remove" aria-label={text('site', 'form.file.remove')}>
            <Icon name="close" />
          </button>
        </p>
      </div>
      <FieldNotes name={name} hint={hint} />
    </div>
  );
}
