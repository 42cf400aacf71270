import { Select } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';

interface FilterChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T | undefined) => void;
}

/** A filter that is always in sight. */
export function FilterChoice<T extends string>({ label, value, options, onChange }: FilterChoiceProps<T>) {
  return (
    <Select<T | ''>
      className={record.choice}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label }, ...options.map(([one, text]) => ({ value: one, label: text }))]}
      onChange={(one) => onChange(one === '' ? undefined : one)}
    />
  );
}
