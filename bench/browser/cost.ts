import type { CDPSession, Page } from '@playwright/test';

/** CPU time of the page's main thread in ms per drawn frame: unlike the time between frames it does not depend on who shares the machine. */
interface FrameCost {
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly paintMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Thread time in µs. */
  readonly tdur?: number;
}

const frame = 'ProxyMain::BeginMainFrame';
const parts = {
  scriptMs: ['FireAnimationFrame'],
  layoutMs: ['UpdateLayoutTree', 'Layout'],
  paintMs: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'LayerTreeHost::DoUpdateLayers'],
} as const;

/** Traces the page for a while. */
export async function frameCost(page: Page, cdp: CDPSession, seconds: number): Promise<FrameCost> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', 'blink'] },
  });
  await page.waitForTimeout(seconds * 1000);
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);

  const frames = events.filter(({ name, ph }) => name === frame && ph === 'X');
  const [first] = frames;
  const ms = (names: readonly string[]): number =>
    events
      .filter(({ name, ph, pid, tid }) => ph === 'X' && pid === first?.pid && tid === first.tid && names.includes(name))
      .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0) / frames.length;
  return { scriptMs: ms(parts.scriptMs), layoutMs: ms(parts.layoutMs), paintMs: ms(parts.paintMs) };
}
