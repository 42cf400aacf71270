import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import { useText } from '../text/use-text.ts';
import styles from './filter-bar.module.css';
import { FilterFields } from './filter-fields.tsx';
import { type FilterField, type FilterValues, isFiltered, withFilter } from './filter-values.ts';
import { customRange } from './time-range.ts';

export interface FilterBarProps {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  readonly onChange: (values: FilterValues) => void;
  /** False for a list without times. */
  readonly timed?: boolean;
  /** Stands beside the filters, such as "this market only". */
  readonly lead?: ReactNode;
  /** At the right end. */
  readonly actions?: ReactNode;
}

/** What a list is narrowed by: active filters as chips, the choices behind a button. */
export function FilterBar({ fields, values, onChange, timed = true, lead, actions }: FilterBarProps) {
  const t = useText('ui');
  const [open, setOpen] = useState(false);
  const id = useId();
  const chips = chipsOf(fields, values, t);
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
        >
          <Icon name="filter" size={14} />
          {t('filter.button')}
        </button>
        {lead}
        {chips.map(({ field, text }) => (
          <span key={field} className={styles.chip}>
            {text}
            <button
              type="button"
              className={styles.remove}
              aria-label={t('filter.remove', { name: text })}
              onClick={() => onChange(withFilter(values, field, ''))}
            >
              <Icon name="close" size={10} />
            </button>
          </span>
        ))}
        {isFiltered(values) && (
          <button type="button" className={styles.clear} onClick={() => onChange({})}>
            {t('filter.clear')}
          </button>
        )}
        <span className={styles.space} />
        {actions}
      </div>
      {open && <FilterFields id={id} fields={fields} values={values} timed={timed} onChange={onChange} />}
    </div>
  );
}

function chipsOf(
  fields: readonly FilterField[],
  values: FilterValues,
  t: ReturnType<typeof useText>,
): readonly { readonly field: string; readonly text: string }[] {
  const chips = fields.flatMap((field) => {
    const value = values[field.id];
    if (value === undefined) return [];
    return [{ field: field.id, text: field.options.find((option) => option.value === value)?.label ?? value }];
  });
  const { range, from, to } = values;
  if (range === undefined) return chips;
  const text = range === customRange ? `${from ?? '…'} – ${to ?? '…'}` : t('filter.days', { count: range });
  return [...chips, { field: 'range', text }];
}
