import { useId, useState } from 'react';
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
          <label key={field.id} className={styles.field}>
            {field.title}
            <select className={styles.input} value={values[field.id] ?? ''} onChange={(event) => set(field.id, event.target.value)}>
              <option value="">{t('filter.any')}</option>
              {field.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
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
      <label className={styles.field}>
        {t('filter.time')}
        <select className={styles.input} value={values.range ?? ''} onChange={(event) => onChange('range', event.target.value)}>
          <option value="">{t('filter.any')}</option>
          {rangeDays.map((days) => (
            <option key={days} value={days}>
              {t('filter.days', { count: days })}
            </option>
          ))}
          <option value={customRange}>{t('filter.custom')}</option>
        </select>
      </label>
      {values.range === customRange &&
        (['from', 'to'] as const).map((end) => (
          <label key={end} className={styles.field}>
            {t(`filter.${end}`)}
            <input type="date" className={styles.input} value={values[end] ?? ''} onChange={(event) => onChange(end, event.target.value)} />
          </label>
        ))}
    </>
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
