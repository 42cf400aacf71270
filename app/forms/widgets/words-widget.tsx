import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { useField } from '../use-field.ts';

/** Free text. */
export const WordsWidget = observer(function WordsWidget(props: WidgetProps) {
  const { value, change } = useField(props);
  return <TextField {...props} text={typeof value === 'string' ? value : ''} onText={(text) => change(text === '' ? undefined : text)} />;
});

/** A list of numbers, apart by spaces or commas. What is no number stays and is said to be none. */
export const NumbersWidget = observer(function NumbersWidget(props: WidgetProps) {
  const { value, change } = useField(props);
  const [typed, setTyped] = useState('');
  const shown = JSON.stringify(numbersOf(typed)) === JSON.stringify(value) ? typed : Array.isArray(value) ? value.join(' ') : '';
  return (
    <TextField
      {...props}
      text={shown}
      onText={(text) => {
        setTyped(text);
        change(numbersOf(text));
      }}
    />
  );
});

function numbersOf(text: string): readonly unknown[] | undefined {
  const parts = text.split(/[\s,;，；]+/).filter(Boolean);
  return parts.length === 0 ? undefined : parts.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
}

function TextField({ text, onText, ...props }: WidgetProps & { readonly text: string; readonly onText: (text: string) => void }) {
  const { scene, label, help, error, hint, fixed, required } = useField(props);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className={styles.control}
          value={text}
          placeholder={required ? '' : scene.t('optional')}
          autoComplete="off"
          disabled={fixed}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </FieldFrame>
  );
}
