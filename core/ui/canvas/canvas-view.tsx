import { reaction } from 'mobx';
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { EmptyState } from '../states/empty-state.tsx';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './canvas-view.module.css';

/** Pixels of the wheel that count as one line. */
const wheelLinePx = 40;

export interface CanvasHandle {
  /** Draws at the next frame; asking often costs nothing. */
  invalidate(): void;
}

export interface CanvasFrame {
  /** Already scaled: one unit is one CSS pixel. */
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel, to keep hairlines sharp. */
  readonly ratio: number;
  /** The page's font, which a canvas does not inherit. */
  readonly fontFamily: string;
  /** The present colour of a theme token: `up`, `line`, `muted`… */
  colour(token: string): string;
}

export interface CanvasPointer {
  /** In CSS pixels of the canvas; −1 when the pointer has left. */
  readonly x: number;
  readonly y: number;
  /** `cancel`: a press that the browser took away. */
  readonly kind: 'move' | 'press' | 'release' | 'leave' | 'cancel';
  /** 0 left, 1 middle, 2 right. */
  readonly button: number;
  readonly shift: boolean;
}

export interface CanvasViewProps {
  readonly draw: (frame: CanvasFrame) => void;
  readonly ref?: Ref<CanvasHandle>;
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  /** A press keeps the pointer until its release, also beyond the canvas. */
  readonly onPointer?: (pointer: CanvasPointer) => void;
  /** Wheel turned by so many lines, downwards positive. */
  readonly onWheel?: (lines: number) => void;
}

/** A canvas that fits its box at any pixel density and draws at most once per frame, in the theme's colours. */
export function CanvasView({ draw, ref, label, onPointer, onWheel }: CanvasViewProps) {
  const { frames, preferences } = useServices();
  const t = useText('ui');
  const [isMissing, setMissing] = useState(false);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const drawRef = useRef(draw);
  const paintRef = useRef<() => void>(() => undefined);
  const size = useRef({ width: 0, height: 0 });
  /** Empty: to be read again. */
  const family = useRef('');

  useEffect(() => {
    const canvas = canvasRef.current;
    if (canvas === null) return;
    const context = canvas.getContext('2d');
    if (context === null) return setMissing(true);
    const colours = new Map<string, string>();
    const paint = (): void => {
      const { width, height } = size.current;
      const ratio = window.devicePixelRatio || 1;
      if (width === 0 || height === 0) return;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const colour = (token: string): string => {
        const known = colours.get(token);
        if (known !== undefined) return known;
        const value = resolveColour(canvas, token);
        colours.set(token, value);
        return value;
      };
      family.current ||= getComputedStyle(canvas).fontFamily;
      drawRef.current({ context, width, height, ratio, colour, fontFamily: family.current });
    };
    paintRef.current = paint;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box === undefined) return;
      size.current = { width: box.width, height: box.height };
      frames.schedule(paint);
    });
    observer.observe(canvas);
    const stopTheme = reaction(
      () => [preferences.theme, preferences.redUp],
      () => {
        // The attribute on <html> changes in another reaction of the same action: colours are read a frame later.
        colours.clear();
        frames.schedule(paint);
      },
    );
    // Letters that come late, such as those of a rare sign.
    const repaint = (): void => frames.schedule(paint);
    document.fonts?.addEventListener('loadingdone', repaint);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener('loadingdone', repaint);
      stopTheme();
      frames.cancel(paint);
    };
  }, [frames, preferences]);

  useEffect(() => {
    drawRef.current = draw;
    // Another language has another font, and other texts to draw.
    family.current = '';
    frames.schedule(paintRef.current);
  }, [draw, frames]);

  useImperativeHandle(ref, () => ({ invalidate: () => frames.schedule(paintRef.current) }), [frames]);

  const tell = (event: PointerEvent<HTMLCanvasElement>, kind: CanvasPointer['kind']): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    onPointer?.({ x: offsetX, y: offsetY, kind, button: event.button, shift: event.shiftKey });
  };
  if (isMissing) return <EmptyState icon="warning" text={t('canvas.missing')} />;
  return (
    <canvas
      ref={canvasRef}
      className={styles.canvas}
      role="img"
      aria-label={label}
      onPointerMove={(event) => tell(event, 'move')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        tell(event, 'press');
      }}
      onPointerUp={(event) => tell(event, 'release')}
      onPointerCancel={(event) => tell(event, 'cancel')}
      onPointerLeave={() => onPointer?.({ x: -1, y: -1, kind: 'leave', button: -1, shift: false })}
      // The middle button would start the browser's own scrolling.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onWheel={(event) => onWheel?.(Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / wheelLinePx)))}
    />
  );
}

/** Tokens may refer to other tokens, which only the browser resolves. */
function resolveColour(canvas: HTMLCanvasElement, token: string): string {
  return getComputedStyle(canvas).getPropertyValue(`--tessera-${token}`).trim();
}
