import type { IconName } from '../icon.tsx';

/** One of the words of a choice. */
export interface SelectOption<T extends string = string> {
  readonly value: T;
  /** Already translated, as are `detail`, `group` and `title`. */
  readonly label: string;
  /** A second, quieter line in the list. */
  readonly detail?: string | undefined;
  readonly icon?: IconName | undefined;
  /** Options of one group follow each other. */
  readonly group?: string | undefined;
  /** Shown while hovering. */
  readonly title?: string | undefined;
  /** Language that the label is in, where it is another one than the page's. */
  readonly lang?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Where a key leads to from an option, and null where the key is none that moves; disabled ones are passed over. */
export function optionAfterKey(options: readonly SelectOption[], at: number, key: string): number | null {
  const last = options.length - 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -last, End: last }[key];
  if (step === undefined) return null;
  const wanted = Math.max(0, Math.min(last, key === 'Home' ? 0 : key === 'End' ? last : at + step));
  const onward = step < 0 ? -1 : 1;
  return openFrom(options, wanted, onward) ?? openFrom(options, wanted, -onward) ?? at;
}

/**
 * The first option whose label begins with what was typed, looked for after `at` and around. The same letter again goes on to the next
 * one with it. Null: there is none.
 */
export function optionByText(options: readonly SelectOption[], at: number, typed: string): number | null {
  const letters = [...typed];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const text = (isOneLetter ? (letters[0] ?? '') : typed).toLocaleLowerCase();
  // While a word is typed the option that it has led to may go on being it.
  const from = isOneLetter ? at + 1 : at;
  for (let step = 0; step < options.length; step++) {
    const index = (from + step) % options.length;
    const option = options[index];
    if (option !== undefined && option.disabled !== true && option.label.toLocaleLowerCase().startsWith(text)) return index;
  }
  return null;
}

function openFrom(options: readonly SelectOption[], from: number, step: number): number | null {
  for (let at = from; at >= 0 && at < options.length; at += step) if (options[at]?.disabled !== true) return at;
  return null;
}
