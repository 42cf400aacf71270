import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import styles from './select.module.css';
import { SelectList } from './select-list.tsx';
import { optionAfterKey, optionByText, type SelectOption } from './select-options.ts';

export interface SelectProps<T extends string> {
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  /** Called with another value than the one of now. */
  readonly onChange: (value: T) => void;
  /** Shown where the value is none of the options. */
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly title?: string | undefined;
  /** A field of a form, or a quiet word in a bar. */
  readonly look?: 'field' | 'bar';
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-labelledby'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Letters belong to one word while no longer than this passes between them. */
const wordPauseMs = 700;

/**
 * One of a list of words. Own and not Fluent's Dropdown, which alone weighs 14 kB of the first load's code, against 2 of this; its keys are
 * those of the ARIA pattern for a combobox that only selects. The focus stays at the button.
 */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, placeholder = '', disabled = false, look = 'field', className = '', ...more } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** Index of the option that Enter would choose; null while the list is closed. */
  const [active, setActive] = useState<number | null>(null);
  const typed = useRef({ text: '', atMs: 0 });
  const chosen = options.findIndex((option) => option.value === value);
  const shown = options[chosen];
  const isOpen = active !== null && !disabled;

  const open = (at = chosen): void => setActive(Math.max(0, at));
  const close = (): void => setActive(null);
  const choose = (at: number): void => {
    const option = options[at];
    if (option?.disabled === true) return;
    close();
    if (option !== undefined && option.value !== value) onChange(option.value);
  };
  const type = (letter: string, atMs: number): void => {
    const goesOn = atMs - typed.current.atMs < wordPauseMs;
    const text = goesOn ? typed.current.text + letter : letter;
    typed.current = { text, atMs };
    open(optionByText(options, active ?? chosen, text) ?? active ?? chosen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === 'Tab') {
      if (active !== null) choose(active);
      return;
    }
    if (ctrlKey || metaKey || (altKey && !key.startsWith('Arrow'))) return;
    const isWord = key === ' ' && event.timeStamp - typed.current.atMs < wordPauseMs && typed.current.text !== '';
    const to = optionAfterKey(options, active ?? chosen, key);
    if (key === 'Escape') {
      if (active === null) return;
      close();
    } else if (isWord || (key.length === 1 && key !== ' ')) type(key, event.timeStamp);
    else if (key === 'Enter' || key === ' ' || (altKey && key === 'ArrowUp' && active !== null)) active === null ? open() : choose(active);
    else if (to !== null) open(active === null && !['Home', 'End'].includes(key) ? chosen : to);
    else return;
    // Neither a key of the page nor of what is around it.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <button
        {...more}
        ref={button}
        type="button"
        role="combobox"
        className={`${styles.select} ${styles[look]} ${className}`}
        title={more.title ?? shown?.title}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onClick={() => {
          // Not every browser does it by itself.
          button.current?.focus();
          isOpen ? close() : open();
        }}
        onKeyDown={onKeyDown}
      >
        {shown?.icon !== undefined && <Icon name={shown.icon} size={14} />}
        <span className={styles.value} lang={shown?.lang}>
          {shown?.label ?? placeholder}
        </span>
        <Icon name="chevron" size={10} />
      </button>
      {isOpen && (
        <SelectList
          id={id}
          label={more['aria-label']}
          labelledBy={more['aria-labelledby']}
          button={button}
          options={options}
          chosen={chosen}
          active={Math.min(active, options.length - 1)}
          onActive={setActive}
          onChoose={choose}
          onLeave={close}
        />
      )}
    </>
  );
}
