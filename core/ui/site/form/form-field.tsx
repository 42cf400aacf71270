import type { FieldRule } from '../../../domain/forms/form-rules.ts';
import { Icon } from '../../icon.tsx';
import { useHouseText } from '../house-text.tsx';
import styles from './site-form.module.css';

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

/** How a field of a form's rules is drawn. */
export interface FormFieldTerms {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What a browser knows it by (`given-name`). */
  readonly autoComplete?: string;
  /** Of a choice, in their order. */
  readonly options?: readonly FormOption[];
  /** Lines of a longer text. */
  readonly lines?: number;
  /** Beside its neighbour where there is room. */
  readonly half?: boolean;
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel', url: 'url', choice: 'text' } as const;

export const fieldId = (name: string): string => `form-${name}`;
/** Where its hint and what is wrong with it stand. */
const aboutOf = (name: string, hint: string | undefined): string =>
  [...(hint === undefined ? [] : [`${fieldId(name)}-hint`]), `${fieldId(name)}-fault`].join(' ');

/** A field with its label above, its help below, and what is wrong with it beside that. */
export function FormField({ rule, ...terms }: FormFieldTerms & { readonly rule: FieldRule }) {
  const { half = false } = terms;
  return (
    <div className={half ? `${styles.field} ${styles.half}` : styles.field}>
      <FieldLabel {...terms} isRequired={rule.required} />
      <Control {...terms} rule={rule} />
      <FieldNotes {...terms} />
    </div>
  );
}

function Control({ name, hint, autoComplete, options, lines, rule }: FormFieldTerms & { readonly rule: FieldRule }) {
  const text = useHouseText();
  const { kind, required } = rule;
  const common = { className: styles.control, id: fieldId(name), name, required, autoComplete, 'aria-describedby': aboutOf(name, hint) };
  if (lines !== undefined) return <textarea {...common} rows={lines} />;
  if (options === undefined) return <input {...common} type={inputTypes[kind]} />;
  return (
    <span className={styles.select}>
      <select {...common}>
        <option value="">{text('site', 'form.choose')}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

interface FieldLabelProps {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** The mark is for the eye: who hears the page is told by the field itself. */
export function FieldLabel({ name, label, isRequired }: FieldLabelProps) {
  return (
    <label className={styles.label} htmlFor={fieldId(name)}>
      {label}
      {isRequired && (
        <span className={styles.mark} aria-hidden="true">
          {' *'}
        </span>
      )}
    </label>
  );
}

/** Empty until something is wrong; the island says then whether it is said aloud. */
export function FieldNotes({ name, hint }: Pick<FormFieldTerms, 'name' | 'hint'>) {
  return (
    <>
      {hint !== undefined && (
        <p className={styles.hint} id={`${fieldId(name)}-hint`}>
          {hint}
        </p>
      )}
      <p className={styles.fault} id={`${fieldId(name)}-fault`} data-fault={name} aria-live="polite" />
    </>
  );
}
