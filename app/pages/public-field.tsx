import { type ReactNode, useId } from 'react';
import styles from './public-field.module.css';

interface PublicFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help?: string | undefined;
  /** Draws the control; it takes what ties it to its label and to the words under it. */
  readonly children: (ties: { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean }) => ReactNode;
}

/** A control of a page for guests, with its label above and its help or error under it. */
export function PublicField({ label, error, help, children }: PublicFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-words`, 'aria-invalid': error !== undefined })}
      <div id={`${id}-words`} className={error === undefined ? styles.help : styles.fieldError}>
        {error ?? help}
      </div>
    </div>
  );
}

export interface PublicTextFieldProps extends Omit<PublicFieldProps, 'children'> {
  readonly value: string;
  /** Absent: it only tells. */
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'text' | 'numeric';
  readonly onLeave?: () => void;
}

export function PublicTextField(props: PublicTextFieldProps) {
  const {
    label,
    error,
    help,
    value,
    onChange,
    readOnly = false,
    type = 'text',
    autoComplete,
    autoFocus = false,
    maxLength,
    inputMode,
    onLeave,
  } = props;
  return (
    <PublicField label={label} error={error} help={help}>
      {(ties) => (
        <input
          {...ties}
          type={type}
          value={value}
          readOnly={readOnly}
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: the first field of a page that has nothing else to do
          autoFocus={autoFocus}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={maxLength}
          inputMode={inputMode}
          onBlur={onLeave}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </PublicField>
  );
}
