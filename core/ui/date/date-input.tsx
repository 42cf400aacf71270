import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { lazyPart } from '../states/lazy-part.ts';
import { SteadySuspense } from '../states/steady-suspense.tsx';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './date-input.module.css';
import { shownDate, typedDate } from './typed-date.ts';

export interface DateInputProps {
  /** A day such as `2026-11-27`, a moment such as `2026-11-27T09:30`, or nothing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** With a time of day. */
  readonly timed?: boolean | undefined;
  /** First and last day; the calendar offers no others, and says of a typed one that it is wrong. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** IANA name of the zone that the moment is of; absent: the user's. Where today begins follows it. */
  readonly timeZone?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly id?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
}

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar);

/**
 * A date as text, typed or taken from a calendar. Own, since Fluent has none in its main package and the browser's follow neither our
 * themes nor the user's language. What is half typed when the field is left goes back to what it
 * was; where that was nothing, it stays, marked as wrong, and holds a dialog back: no date is not what was meant.
 */
export function DateInput(props: DateInputProps) {
  const { value, onChange, timed = false, min, max, timeZone, disabled = false, className = '', title, ...ties } = props;
  const t = useText('ui');
  const zone = useServices().preferences.timeZone;
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const format = timed ? t('date.formatTimed') : t('date.format');
  const day = value.slice(0, 10);
  const isOutside = value !== '' && ((min !== undefined && day < min) || (max !== undefined && day > max));
  const isWrong = typed !== null && typed.trim() !== '' && typedDate(typed, timed) === null;
  const change = (text: string): void => {
    setTyped(text);
    const next = text.trim() === '' ? '' : typedDate(text, timed);
    if (next !== null && next !== value) onChange(next);
  };
  const close = (): void => {
    setOpen(false);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span ref={frame} className={`${styles.frame} ${className}`} data-disabled={disabled}>
      <input
        {...ties}
        ref={input}
        className={styles.input}
        aria-invalid={ties['aria-invalid'] === true || isWrong || isOutside}
        data-unread={isWrong || undefined}
        value={typed ?? shownDate(value)}
        placeholder={format}
        title={title}
        disabled={disabled}
        maxLength={19}
        inputMode={timed ? 'text' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change(target.value)}
        onBlur={() => (!isWrong || value !== '') && setTyped(null)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={styles.open}
        aria-label={t('date.calendar')}
        title={t('date.calendar')}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => setOpen((before) => !before)}
      >
        <Icon name="calendar" size={14} />
      </button>
      {open && (
        <SteadySuspense fallback={null}>
          <Calendar
            anchor={frame}
            value={value}
            timed={timed}
            min={min}
            max={max}
            timeZone={timeZone ?? zone}
            onChoose={(next) => {
              setTyped(null);
              if (next !== value) onChange(next);
            }}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </SteadySuspense>
      )}
    </span>
  );
}
