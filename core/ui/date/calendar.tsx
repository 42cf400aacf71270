import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import floating from '../floating/floating.module.css';
import { useFloating } from '../floating/use-floating.ts';
import { Icon } from '../icon.tsx';
import { formatClock, formatDay } from '../text/format.ts';
import { useLanguage, useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './calendar.module.css';
import { dayAfterKey, dayNumber, monthOf, monthsOn, weeksOf } from './calendar-days.ts';
import { typedDate } from './typed-date.ts';

interface CalendarProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: string;
  readonly timed: boolean;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly timeZone: string;
  readonly onChoose: (value: string) => void;
  /** By the keyboard or after a choice: the focus goes back. */
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** A month of days beside a field. Arrows move by days and weeks, pages by months and with Shift by years, Enter chooses. */
export function Calendar(props: CalendarProps) {
  const { anchor, value, timed, min, max, timeZone, onChoose, onClose, onLeave } = props;
  const t = useText('ui');
  const language = useLanguage();
  const { timers } = useServices();
  const surface = useRef<HTMLDivElement>(null);
  const id = useId();
  const nowMs = timers.nowMs();
  const today = formatDay(nowMs, timeZone);
  const chosen = dayNumber(value.slice(0, 10)) === null ? null : value.slice(0, 10);
  const clamp = (day: string): string => (min !== undefined && day < min ? min : max !== undefined && day > max ? max : day);
  const [at, setAt] = useState(() => clamp(chosen ?? today));
  const names = useMemo(() => namesOf(language), [language]);
  useFloating({ anchor, surface, onLeave });
  /** At opening and with the keys that move; the buttons of the months keep the focus that a press gave them. */
  const focusesDay = useRef(true);
  const move = (day: string, byKey: boolean): void => {
    focusesDay.current = byKey;
    setAt(clamp(day));
  };
  useEffect(() => {
    if (focusesDay.current) surface.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus({ preventScroll: true });
  }, [at]);
  const isOpen = (day: string): boolean => clamp(day) === day;
  const time = value.slice(11);
  const choose = (day: string): void => {
    if (!isOpen(day)) return;
    onChoose(timed ? `${day}T${time === '' ? '00:00' : time}` : day);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = event.target instanceof HTMLInputElement ? null : dayAfterKey(at, event.key, event.shiftKey);
    if (event.key === 'Escape') onClose();
    else if (to !== null) move(to, true);
    // Enter and blank are for the button that has the focus.
    if (event.key === 'Escape' || to !== null) event.preventDefault();
    if (event.key !== 'Tab') event.stopPropagation();
  };
  return (
    <div
      ref={surface}
      popover="manual"
      role="dialog"
      aria-label={t('date.calendar')}
      className={`${floating.surface} ${styles.calendar}`}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      <div className={styles.head}>
        <Turn label={t('date.earlier')} onClick={() => move(monthsOn(at, -1), false)} turned />
        <strong id={id} aria-live="polite">
          {names.month(at)}
        </strong>
        <Turn label={t('date.later')} onClick={() => move(monthsOn(at, 1), false)} />
      </div>
      <table className={styles.days} aria-labelledby={id}>
        <thead>
          <tr>
            {names.weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(monthOf(at)).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    className={styles.day}
                    data-other={monthOf(day) !== monthOf(at)}
                    aria-label={names.day(day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === at ? 0 : -1}
                    disabled={!isOpen(day)}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {timed && (
          <TimeField
            label={t('date.time', { zone: timeZone })}
            value={time}
            onChange={(next) => onChoose(`${chosen ?? clamp(today)}T${next}`)}
          />
        )}
        <span className={styles.zone}>{timeZone}</span>
        <button
          type="button"
          className={styles.today}
          disabled={!isOpen(today)}
          onClick={() => {
            onChoose(timed ? `${today}T${formatClock(nowMs, timeZone).slice(0, 5)}` : today);
            onClose();
          }}
        >
          {timed ? t('date.now') : t('date.today')}
        </button>
      </div>
    </div>
  );
}

interface TurnProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly turned?: boolean;
}

const Turn = ({ label, onClick, turned = false }: TurnProps) => (
  <button
    type="button"
    className={turned ? `${styles.turn} ${styles.back}` : styles.turn}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name="chevron" size={14} />
  </button>
);

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={styles.time}
      aria-label={label}
      value={typed ?? value}
      placeholder="00:00"
      maxLength={8}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value);
        const moment = typedDate(`2000-01-01 ${target.value}`, true);
        if (moment !== null && target.value.includes(':')) onChange(moment.slice(11));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Names of months and days in a language. Days have no zone of their own: they are read as those of UTC. */
function namesOf(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const [month, day] = [format({ year: 'numeric', month: 'long' }), format({ dateStyle: 'full' })];
  // One letter says enough in Chinese alone.
  const [short, long] = [format({ weekday: language.startsWith('zh') ? 'narrow' : 'short' }), format({ weekday: 'long' })];
  return {
    month: (text: string): string => month.format(Date.parse(text)),
    day: (text: string): string => day.format(Date.parse(text)),
    weekdays: (weeksOf('2026-11')[0] ?? []).map((text) => ({
      short: short.format(Date.parse(text)),
      long: long.format(Date.parse(text)),
    })),
  };
}
