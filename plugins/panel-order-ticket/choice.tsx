import styles from './ticket-form.module.css';

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
    <label className={styles.choice}>
      <span>{label}</span>
      <select value={value} title={help?.(value)} onChange={(event) => onChange(event.target.value as W)}>
        {words.map((word) => (
          <option key={word} value={word} title={help?.(word)}>
            {text(word)}
          </option>
        ))}
      </select>
    </label>
  );
}
