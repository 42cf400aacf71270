import { Select } from '../../../core/ui/index.ts';
import type { Choices } from '../stores/choices.ts';
import styles from './choice-bar.module.css';

interface ChoiceBarProps<T extends string> {
  /** Remembered by it. */
  readonly name: string;
  /** What is chosen, for those who do not see it. */
  readonly label: string;
  readonly options: readonly [readonly [T, string], ...(readonly [T, string])[]];
  readonly value: T;
  readonly choices: Choices;
}

/** One of a few words, which stays chosen. */
export const ChoiceBar = <T extends string>({ name, label, options, value, choices }: ChoiceBarProps<T>) => (
  <Select
    className={styles.choice}
    aria-label={label}
    value={value}
    options={options.map(([word, text]) => ({ value: word, label: text }))}
    onChange={(word) => choices.choose(name, word)}
  />
);
