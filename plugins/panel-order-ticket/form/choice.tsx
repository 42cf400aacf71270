import { ChoiceField } from '../../../core/ui/index.ts';
import styles from './choice.module.css';

/** A list to choose one word from. */
export function Choice<W extends string>({
  label,
  value,
  words,
  text,
  help,
  onChange,
}: {
  readonly label: string;
  readonly value: W;
  readonly words: readonly W[];
  readonly text: (word: W) => string;
  /** Shown while hovering. */
  readonly help?: (word: W) => string;
  readonly onChange: (word: W) => void;
}) {
  return (
    <div className={styles.choice}>
      <ChoiceField label={label} value={value} options={words.map((word) => [word, text(word)])} titleOf={help} onChange={onChange} />
    </div>
  );
}
