import { type PointerEvent, type RefObject, useImperativeHandle, useRef } from 'react';
import { formatDecimal, Icon, useText } from '../../../core/ui/index.ts';
import type { ChartEngine } from '../chart-engine.ts';
import styles from './axis-handle.module.css';

export interface AxisHandleControl {
  /** The pointer is somewhere on the chart, or not any more. */
  follow(event: PointerEvent<HTMLElement> | null): void;
}

interface AxisHandleProps {
  readonly control: RefObject<AxisHandleControl | null>;
  readonly engine: RefObject<ChartEngine | null>;
  /** In px from the chart's top left corner. */
  readonly onMenu: (x: number, y: number) => void;
}

/**
 * What can be done at the price under the pointer, at the axis: a button, and over the axis the price itself. It follows the pointer
 * without rendering. By key the same menu opens at the last price.
 */
export function AxisHandle({ control, engine, onMenu }: AxisHandleProps) {
  const t = useText('panel-chart');
  const box = useRef<HTMLDivElement>(null);
  const price = useRef<HTMLSpanElement>(null);
  const place = useRef({ x: 0, y: 0 });
  useImperativeHandle(control, () => ({
    follow: (event) => {
      const element = box.current;
      const chart = engine.current;
      const { plot = null } = chart ?? {};
      if (element === null || price.current === null) return;
      const area = event?.currentTarget.getBoundingClientRect();
      const x = (event?.clientX ?? 0) - (area?.left ?? 0);
      const y = (event?.clientY ?? 0) - (area?.top ?? 0);
      const isIdle = event !== null && event.pointerType !== 'touch' && event.buttons === 0 && chart?.hand === null;
      element.hidden = !isIdle || plot === null || y < 0 || y > plot.height;
      if (element.hidden || plot === null) return;
      place.current = { x: plot.width, y };
      element.style.transform = `translate(${plot.width}px, ${y}px)`;
      // Over the plot the crosshair has its own label there.
      const isAtAxis = x > plot.width || element.contains(event?.target as Node);
      const at = isAtAxis ? (chart?.priceAt(y) ?? null) : null;
      price.current.textContent = at === null ? '' : formatDecimal(at);
    },
  }));
  return (
    <div ref={box} className={styles.handle} hidden>
      <button
        type="button"
        className={styles.button}
        tabIndex={-1}
        aria-label={t('atPrice')}
        title={t('atPrice')}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => onMenu(place.current.x, place.current.y)}
      >
        <Icon name="add" size={12} />
      </button>
      <span ref={price} className={styles.price} />
    </div>
  );
}
