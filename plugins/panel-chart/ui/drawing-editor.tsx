import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Select, useText } from '../../../core/ui/index.ts';
import { type Colour, colours, type Drawing, maxTextLength, widths } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { toolOf } from '../drawing/catalogue.ts';
import { colourToken } from '../layers/context.ts';
import styles from './bars.module.css';
import { icons } from './path-icon.tsx';
import { BarButton } from './top-bar.tsx';

/** Colour, line and text of the selected drawing. */
export const DrawingEditor = observer(function DrawingEditor({ store }: { readonly store: ChartStore }) {
  const t = useText('panel-chart');
  const drawing = store.selected;
  if (drawing === null) return null;
  const change = (changes: Partial<Omit<Drawing, 'id' | 'tool'>>): void => store.changeDrawing(drawing.id, changes);
  return (
    <div className={styles.floating} role="toolbar" aria-label={t('selected')}>
      {toolOf(drawing.tool)?.hasText === true && (
        <TextField key={drawing.id} text={drawing.text} label={t('text')} onChange={(text) => change({ text })} />
      )}
      <Swatches label={t('colour')} chosen={drawing.colour} onChange={(colour) => change({ colour })} />
      <Select
        look="bar"
        className={styles.select}
        aria-label={t('width')}
        title={t('width')}
        value={String(drawing.width)}
        options={widths.map((width) => ({ value: String(width), label: String(width) }))}
        onChange={(width) => change({ width: Number(width) })}
      />
      <BarButton label={t('dashed')} icon={icons.dashed} pressed={drawing.dashed} onClick={() => change({ dashed: !drawing.dashed })} />
      <BarButton
        label={t('lock')}
        icon={drawing.locked ? icons.lock : icons.unlock}
        pressed={drawing.locked}
        onClick={() => change({ locked: !drawing.locked })}
      />
      <BarButton label={t('remove')} icon={icons.trash} onClick={() => store.removeDrawing(drawing.id)} />
    </div>
  );
});

function TextField({
  text,
  label,
  onChange,
}: {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (text === '') field.current?.focus();
  }, [text]);
  return (
    <input
      ref={field}
      className={styles.input}
      aria-label={label}
      placeholder={label}
      maxLength={maxTextLength}
      defaultValue={text}
      onBlur={(event) => {
        if (event.target.value !== text) onChange(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}

export function Swatches({
  label,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly chosen: Colour;
  readonly onChange: (colour: Colour) => void;
}) {
  const t = useText('panel-chart');
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={label}>
      {colours.map((colour) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of colours reads and works as radio buttons here
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={colour === chosen}
          aria-label={t(`colour.${colour}`)}
          title={t(`colour.${colour}`)}
          className={styles.swatch}
          style={{ background: `var(${colourToken(colour)})` }}
          onClick={() => onChange(colour)}
        />
      ))}
    </div>
  );
}
