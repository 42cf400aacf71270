import { type ComponentProps, type ReactNode, useId } from 'react';
import { DateInput, type DateInputProps } from '../date/date-input.tsx';
import { Select } from '../select/select.tsx';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  /** Draws the control; it takes what ties it to its label and to the words under it. */
  readonly children: (ties: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

/** A control with its label above and its help or error under it. */
function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const words = error ?? help ?? '';
  const describedBy = words === '' ? undefined : `${id}-words`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error != null })}
      {words !== '' && (
        <p id={describedBy} className={error == null ? styles.words : styles.error}>
          {words}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps<T extends string> extends Omit<FieldProps, 'children'> {
  readonly value: T;
  /** `barred`: why it cannot be chosen, in words. */
  readonly options: ReadonlyArray<readonly [value: T, label: string, barred?: string | undefined]>;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  /** Shown where the value is none of the options. */
  readonly placeholder?: string;
  /** Id of words elsewhere that describe what is chosen. */
  readonly describedBy?: string;
  /** What is chosen costs real money. */
  readonly warns?: boolean;
  /** Shown while hovering. */
  readonly titleOf?: ((value: T) => string) | undefined;
}

/** One of a few words. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, value, options, onChange, help, error, disabled = false, warns = false, titleOf, describedBy, placeholder } = props;
  return (
    <Field label={label} help={help} error={error}>
      {(ties) => (
        <Select
          {...ties}
          {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
          className={warns ? `${styles.control} ${styles.warns}` : styles.control}
          value={value}
          disabled={disabled}
          placeholder={placeholder}
          options={options.map(([one, text, barred]) => ({
            ...{ value: one, label: text, title: titleOf?.(one) },
            ...(barred === undefined ? {} : { detail: barred, disabled: true }),
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

interface TextInputProps extends Pick<ComponentProps<'input'>, 'autoFocus' | 'placeholder' | 'maxLength' | 'disabled' | 'autoComplete'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
}

/** A text in the look of fields, where its label is not above it. */
export const TextInput = ({ onChange, type = 'text', ...more }: TextInputProps & Pick<ComponentProps<'input'>, 'id' | 'aria-label'>) => (
  <input
    type={type}
    className={styles.control}
    maxLength={200}
    autoComplete="off"
    onChange={({ target }) => onChange(target.value)}
    {...more}
  />
);

export const TextField = ({ label, help, error, ...input }: TextInputProps & Omit<FieldProps, 'children'>) => (
  <Field label={label} help={help} error={error}>
    {(ties) => <TextInput {...ties} {...input} />}
  </Field>
);

type DateFieldProps = Omit<DateInputProps, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'timed'> &
  Omit<FieldProps, 'children'>;

/** A day, or with `DateTimeField` a moment, under its label. */
export const DateField = (props: DateFieldProps) => <DatedField {...props} timed={false} />;
export const DateTimeField = (props: DateFieldProps) => <DatedField {...props} timed />;

const DatedField = ({ label, help, error, ...input }: DateFieldProps & { readonly timed: boolean }) => (
  <Field label={label} help={help} error={error}>
    {(ties) => <DateInput {...ties} {...input} />}
  </Field>
);

interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const CheckField = ({ label, checked, onChange }: CheckFieldProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);
