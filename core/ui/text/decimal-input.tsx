import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './decimal-input.module.css';
import { stepDecimal } from './decimal-text.ts';
import { useDecimalText } from './use-decimal-text.ts';
import { useText } from './use-text.ts';

export interface DecimalInputProps {
  readonly label: string;
  /** Decimal string, empty for nothing. While typing it may end in a point; leaving the field tidies it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Arrow keys move by this much, with Shift by ten times: the tick of a price, the lot of a quantity. */
  readonly step: string;
  /** So many at least are shown while nobody types: those of the tick for a price. */
  readonly decimals?: number;
  /** Shown inside at the right, such as `USDT`. */
  readonly unit?: ReactNode;
  /** Takes the place of `help`; the space is kept either way, so that nothing jumps. */
  readonly error?: string | null;
  readonly help?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** A minus may stand in front. */
  readonly signed?: boolean;
  /** Beside the label, such as a sign for help. */
  readonly mark?: ReactNode;
  /** Id of an element that describes the field further. */
  readonly describedBy?: string | undefined;
  readonly autoFocus?: boolean;
  /** False leaves out the line under the field. */
  readonly under?: boolean;
}

/** An exact decimal, never a binary float. Enter submits the form around it. */
export function DecimalInput(props: DecimalInputProps) {
  const { label, value, onChange, step, unit, help, placeholder, disabled = false, autoFocus = false, under = true } = props;
  const { signed = false, decimals = 0, mark, describedBy } = props;
  const t = useText('ui');
  const typing = useDecimalText(value, onChange, { signed, decimals });
  const error = typing.isHalfGrouped ? t('decimal.comma') : (props.error ?? null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onChange(stepDecimal(value, step, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1), signed));
  };
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {mark}
      </div>
      <div className={`${styles.box} ${error === null ? '' : styles.invalid}`}>
        <input
          id={id}
          className={styles.input}
          value={typing.text}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: only dialogs ask for it, where the field is what the user came for
          autoFocus={autoFocus}
          aria-invalid={error !== null}
          // What has no value yet is not the same as none: no dialog goes on with it.
          data-unread={typing.isHalfGrouped || undefined}
          aria-describedby={[under && `${id}-under`, describedBy].filter(Boolean).join(' ') || undefined}
          onChange={(event) => typing.onText(event.target.value)}
          onFocus={typing.onFocus}
          onBlur={typing.onBlur}
          onKeyDown={onKeyDown}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
      {under && (
        <div id={`${id}-under`} className={`${styles.under} ${error === null ? '' : styles.error}`}>
          {error ?? help}
        </div>
      )}
    </div>
  );
}
