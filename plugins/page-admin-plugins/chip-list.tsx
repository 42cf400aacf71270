import { useId, useState } from 'react';
import { Icon, useText } from '../../core/ui/index.ts';
import styles from './plugins-page.module.css';

interface ChipListProps {
  readonly label: string;
  readonly help: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly isValid: (text: string) => boolean;
  /** Offered while typing. */
  readonly suggestions: readonly string[];
}

/** A list of short words: Enter adds, × removes, Backspace in the empty field takes the last. */
export function ChipList({ label, help, values, onChange, isValid, suggestions }: ChipListProps) {
  const t = useText('page-admin-plugins');
  const id = useId();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const add = (): void => {
    const word = text.trim();
    if (word === '') return;
    if (!isValid(word)) {
      setWrong(true);
      return;
    }
    if (!values.includes(word)) onChange([...values, word]);
    setText('');
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={`${styles.chips} ${wrong ? styles.wrong : ''}`}>
        {values.map((value) => (
          <span key={value} className={styles.chip}>
            {value}
            <button type="button" aria-label={t('remove', { name: value })} onClick={() => onChange(values.filter((one) => one !== value))}>
              <Icon name="close" size={9} />
            </button>
          </span>
        ))}
        <input
          id={id}
          list={`${id}-list`}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder={t('addPattern')}
          aria-invalid={wrong}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
          }}
        />
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      </div>
      <div id={`${id}-help`} className={wrong ? styles.error : styles.help}>
        {wrong ? t('patternInvalid') : help}
      </div>
    </div>
  );
}
