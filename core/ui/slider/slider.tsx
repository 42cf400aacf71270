import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './slider.module.css';
import { type SliderRange, valueAfterKey, valueAt } from './slider-value.ts';

export interface SliderProps extends Partial<SliderRange> {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly 'aria-label': string;
  /** The value in words, in the bubble and for those who hear it. */
  readonly text?: ((value: number) => string) | undefined;
  /** Values with a tick, which draw the pointer to them. */
  readonly marks?: readonly number[];
  readonly disabled?: boolean;
  /** May set `--slider-colour`. */
  readonly className?: string | undefined;
}

/**
 * A value of a range, by default a percentage. Own and not Fluent's, which weighs 5 kB, is an `<input type=range>` inside and has neither
 * marks nor a bubble. Arrows go by a step, with Shift by ten.
 */
export function Slider(props: SliderProps) {
  const { value, onChange, text = String, marks = [], disabled = false, className = '', min = 0, max = 100, step = 1 } = props;
  const range = { min, max, step };
  const track = useRef<HTMLDivElement>(null);
  const shareOf = (one: number): number => (max === min ? 0 : Math.max(0, Math.min(1, (one - min) / (max - min))));
  const take = (next: number): void => {
    if (next !== value) onChange(next);
  };
  const follow = ({ clientX }: PointerEvent): void => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) take(valueAt(Math.max(0, Math.min(1, (clientX - box.left) / box.width)), range, marks));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = valueAfterKey(value, event.key, event.shiftKey, range);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    take(next);
  };
  return (
    <div
      role="slider"
      tabIndex={disabled ? -1 : 0}
      className={`${styles.slider} ${className}`}
      style={{ '--at': shareOf(value) } as CSSProperties}
      aria-label={props['aria-label']}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text(value)}
      aria-disabled={disabled}
      onKeyDown={disabled ? undefined : onKeyDown}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    >
      <div ref={track} className={styles.track}>
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} data-passed={mark <= value} style={{ '--at': shareOf(mark) } as CSSProperties} />
        ))}
        <span className={styles.thumb}>
          <span className={styles.bubble} aria-hidden="true">
            {text(value)}
          </span>
        </span>
      </div>
    </div>
  );
}
