/** Width of its pane in px. */
export const width = 400;

/** As much of klinecharts as time on a chart needs: prices are pixels from the top, and bars lie side by side. */
export class FakeChart {
  bars: { readonly timestamp: number }[];
  barSpace = 10;
  /** Index, from the left end of the first bar, at the right edge. */
  end: number;
  crosshair: { readonly x: number; readonly y: number } | null = null;
  newBars: (change: 'all' | 'last') => void = () => undefined;
  readonly #actions = new Map<string, (data?: unknown) => void>();

  constructor(count: number, stepMs: number, fromMs = 0) {
    this.bars = Array.from({ length: count }, (_, n) => ({ timestamp: fromMs + n * stepMs }));
    this.end = count;
  }

  subscribeAction(type: string, listener: (data?: unknown) => void): void {
    this.#actions.set(type, listener);
  }
  unsubscribeAction(): void {}
  /** As the user does it. */
  act(type: 'onScroll' | 'onZoom' | 'onCrosshairChange', data: unknown): void {
    this.#actions.get(type)?.(data);
  }
  executeAction(_type: string, data: { readonly x: number; readonly y: number } | null): void {
    this.crosshair = data === null ? null : { x: data.x, y: data.y };
  }
  getDataList() {
    return this.bars;
  }
  getSize() {
    return { width, height: 300 };
  }
  getBarSpace() {
    return { bar: this.barSpace };
  }
  setBarSpace(space: number): void {
    this.barSpace = space;
  }
  convertToPixel({ dataIndex = 0, value = 0 }: { dataIndex?: number; value?: number }) {
    return { x: width - (this.end - dataIndex - 0.5) * this.barSpace, y: value };
  }
  convertFromPixel([{ x, y }]: readonly [{ x: number; y: number }]) {
    const dataIndex = Math.floor(this.end - (width - x) / this.barSpace);
    return [{ dataIndex, timestamp: this.bars[dataIndex]?.timestamp, value: y }];
  }
  scrollByDistance(distance: number): void {
    this.end -= distance / this.barSpace;
    this.act('onScroll', {});
  }
  scrollToRealTime(): void {
    this.end = this.bars.length + 5;
    this.act('onScroll', {});
  }
}
