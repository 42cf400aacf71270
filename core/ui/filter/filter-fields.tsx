import { useId, useState } from 'react';
import { DateInput, type DateInputProps } from '../date/date-input.tsx';
import { Select } from '../select/select.tsx';
import type { SelectOption } from '../select/select-options.ts';
import { useText } from '../text/use-text.ts';
import styles from './filter-bar.module.css';
import { type FilterField, type FilterValues, withFilter } from './filter-values.ts';
import { customRange, rangeDays } from './time-range.ts';

interface FilterFieldsProps {
  readonly id: string;
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  readonly timed: boolean;
  readonly onChange: (values: FilterValues) => void;
}

/** The choices of a {@link FilterBar}, in a row that wraps. */
export function FilterFields({ id, fields, values, timed, onChange }: FilterFieldsProps) {
  const t = useText('ui');
  const set = (field: string, value: string): void => onChange(withFilter(values, field, value));
  return (
    <fieldset id={id} className={styles.fields} aria-label={t('filter.button')}>
      {fields.map((field) =>
        field.free === true ? (
          <FreeText key={field.id} field={field} value={values[field.id] ?? ''} onChange={(value) => set(field.id, value)} />
        ) : (
          <ChoiceOf
            key={field.id}
            title={field.title}
            value={values[field.id] ?? ''}
            options={[{ value: '', label: t('filter.any') }, ...field.options]}
            onChange={(value) => set(field.id, value)}
          />
        ),
      )}
      {timed && <TimeFields values={values} onChange={set} />}
    </fieldset>
  );
}

interface TimeFieldsProps {
  readonly values: FilterValues;
  readonly onChange: (field: string, value: string) => void;
}

function TimeFields({ values, onChange }: TimeFieldsProps) {
  const t = useText('ui');
  return (
    <>
      <ChoiceOf
        title={t('filter.time')}
        value={values.range ?? ''}
        options={[
          { value: '', label: t('filter.any') },
          ...rangeDays.map((days) => ({ value: days, label: t('filter.days', { count: days }) })),
          { value: customRange, label: t('filter.custom') },
        ]}
        onChange={(range) => onChange('range', range)}
      />
      {values.range === customRange &&
        (['from', 'to'] as const).map((end) => (
          <DayOf
            key={end}
            title={t(`filter.${end}`)}
            value={values[end] ?? ''}
            min={end === 'to' ? values.from : undefined}
            max={end === 'from' ? values.to : undefined}
            onChange={(day) => onChange(end, day)}
          />
        ))}
    </>
  );
}

interface TitledProps {
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ChoiceOf({ title, ...select }: TitledProps & { readonly options: readonly SelectOption[] }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{title}</label>
      <Select {...select} id={id} className={styles.input} />
    </div>
  );
}

function DayOf({ title, ...input }: TitledProps & Pick<DateInputProps, 'min' | 'max'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{title}</label>
      <DateInput {...input} id={id} className={styles.day} />
    </div>
  );
}

/** Takes effect when it is left, with Enter, or when a suggestion is taken: not with every letter. */
function FreeText({
  field,
  value,
  onChange,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string): void => {
    setTyped(null);
    const cleaned = text.trim().toUpperCase();
    if (cleaned !== value) onChange(cleaned);
  };
  return (
    <label className={styles.field}>
      {field.title}
      <input
        className={styles.input}
        list={id}
        spellCheck={false}
        autoComplete="off"
        maxLength={32}
        value={typed ?? value}
        onChange={(event) => {
          const text = event.target.value;
          if (field.options.some((option) => option.value === text)) take(text);
          else setTyped(text);
        }}
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
          else if (event.key === 'Escape') setTyped(null);
        }}
      />
      <datalist id={id}>
        {field.options.map(({ value: option, label }) => (
          <option key={option} value={option} label={label} />
        ))}
      </datalist>
    </label>
  );
}
