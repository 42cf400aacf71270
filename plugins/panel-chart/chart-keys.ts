import type { ChartEngine } from './chart-engine.ts';
import type { ChartStore } from './chart-store.ts';
import type { Crosshair } from './layers/crosshair.ts';
import type { LineLayer } from './layers/line-layer.ts';

interface ChartKeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

type Engine = Pick<ChartEngine, 'pan' | 'zoom' | 'showNewest' | 'hand'> & {
  readonly crosshair: Pick<Crosshair, 'step' | 'pixel'>;
  readonly lines: Pick<LineLayer, 'hold' | 'held' | 'nudge' | 'commit' | 'release' | 'remove'>;
};
type Store = Pick<ChartStore, 'tool' | 'selectedId' | 'pickTool' | 'select' | 'removeDrawing' | 'undo' | 'redo'>;

/** Steps that an arrow key takes with Shift. */
const bigStep = 5;
/** Ticks that a held line moves with Shift. */
const bigNudge = 10;

/** What an arrow key moves the crosshair by, up or down; bars to the sides. With Shift ten times as far. */
const crosshairStepPx = 4;

/** Does what a key means on a chart that has the keyboard; false when it means nothing there. */
export function chartKey(event: ChartKeyEvent, engine: Engine, store: Store): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return editKey(event, store);
  if (engine.hand !== null && handKey(event, engine)) return true;
  if (lineKey(event, engine.lines)) return true;
  const steps = event.shiftKey ? bigStep : 1;
  switch (event.key) {
    case 'ArrowLeft':
      engine.pan(steps);
      return true;
    case 'ArrowRight':
      engine.pan(-steps);
      return true;
    case '+':
    case '=':
    case 'ArrowUp':
      engine.zoom(true);
      return true;
    case '-':
    case '_':
    case 'ArrowDown':
      engine.zoom(false);
      return true;
    case 'End':
      engine.showNewest();
      return true;
    case 'Escape':
      if (store.tool === null && store.selectedId === null) return false;
      store.pickTool(null);
      store.select(null);
      return true;
    case 'Delete':
    case 'Backspace':
      if (store.selectedId === null) return false;
      store.removeDrawing(store.selectedId);
      return true;
    default:
      return false;
  }
}

/** With a tool in hand arrows move the crosshair and Enter sets a point there; twice on one place ends a polyline. */
function handKey({ key, shiftKey }: ChartKeyEvent, { hand, crosshair }: Engine): boolean {
  const far = shiftKey ? 10 : 1;
  const steps: Readonly<Record<string, readonly [bars: number, downPx: number]>> = {
    ArrowLeft: [-far, 0],
    ArrowRight: [far, 0],
    ArrowUp: [0, -far * crosshairStepPx],
    ArrowDown: [0, far * crosshairStepPx],
  };
  const step = steps[key];
  if (step === undefined && key !== 'Enter') return false;
  // Nobody sets a point where nothing was seen.
  const isShown = crosshair.pixel !== null;
  if (step !== undefined) crosshair.step(...step);
  else if (!isShown) crosshair.step(0, 0);
  if (crosshair.pixel === null) return true;
  if (step === undefined && isShown) hand?.set(crosshair.pixel);
  else hand?.move(crosshair.pixel);
  return true;
}

/** L takes the price lines one after the other, Shift+L backwards; then arrows move by ticks, Enter sends, Escape puts back, Delete removes. */
function lineKey({ key, shiftKey }: ChartKeyEvent, lines: Engine['lines']): boolean {
  if (key.toLowerCase() === 'l') return lines.hold(shiftKey ? -1 : 1) !== null;
  if (lines.held === null) return false;
  const ticks = shiftKey ? bigNudge : 1;
  switch (key) {
    case 'ArrowUp':
      lines.nudge(ticks);
      return true;
    case 'ArrowDown':
      lines.nudge(-ticks);
      return true;
    case 'Enter':
      lines.commit();
      return true;
    case 'Escape':
      return lines.release();
    case 'Delete':
    case 'Backspace':
      return lines.remove();
    default:
      return false;
  }
}

function editKey({ key, shiftKey }: ChartKeyEvent, store: Store): boolean {
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) store.redo();
  else if (letter === 'z') store.undo();
  else return false;
  return true;
}
