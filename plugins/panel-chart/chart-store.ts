import { makeAutoObservable, observableRef } from 'mobx';
import type { ChartBar } from '../../core/contract/chart.ts';
import type { DocumentHandle, Documents } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import {
  type ChartDocument,
  type Drawing,
  type DrawingStyle,
  documentKeyOf,
  documentKind,
  emptyDocument,
  mergeDocuments,
  type PlacedIndicator,
  readDocument,
  type Scale,
  writeDocument,
} from './chart-document.ts';

const undoSteps = 100;

/**
 * What stands on the chart of one instrument and what the user is doing with it; saved as the instrument's document. `onUnsaved`:
 * the document could not be loaded, so nothing will be saved over it.
 */
export class ChartStore {
  readonly #handle: DocumentHandle;
  readonly #newId: () => string;
  #undo: (readonly Drawing[])[] = [];
  #redo: (readonly Drawing[])[] = [];
  /** False while a newer version of the product has written the document: it would be lost. */
  #isWritable = true;
  document: ChartDocument = emptyDocument;
  /** True once the saved document is here, or could not be had: then nothing is saved. */
  ready = false;
  /** The bar under the crosshair, else the last one, and the one before it. */
  bar: ChartBar | null = null;
  barBefore: ChartBar | null = null;
  /** The tool in hand; null: the pointer. */
  tool: string | null = null;
  selectedId: string | null = null;
  magnet = false;
  /** All drawings at once; not saved. */
  drawingsLocked = false;
  drawingsHidden = false;
  /** Lengths of the undo lists, which are not observable themselves. */
  undoCount = 0;
  redoCount = 0;
  /** Style of the next drawing: that of the last one. */
  nextStyle: DrawingStyle = { colour: 'accent', width: 1, dashed: false };

  constructor(documents: Documents, instrumentId: InstrumentId, newId: () => string, onUnsaved: () => void) {
    this.#newId = newId;
    this.#handle = documents.open(documentKind, documentKeyOf(instrumentId), {
      merge: (mine, theirs) => {
        const [own, other] = [readDocument(mine), readDocument(theirs)];
        return own === null || other === null ? mine : writeDocument(mergeDocuments(own, other));
      },
    });
    makeAutoObservable(
      this,
      { document: observableRef, nextStyle: observableRef, bar: observableRef, barBefore: observableRef },
      { autoBind: true },
    );
    this.#handle.onChange(() => this.takeSaved());
    void this.#handle.loaded.then((outcome) => {
      this.takeSaved();
      if (!outcome.ok) onUnsaved();
    });
  }

  get selected(): Drawing | null {
    return this.document.drawings.find(({ id }) => id === this.selectedId) ?? null;
  }

  /** Shows what another chart of the instrument, or another window, has saved. */
  takeSaved(): void {
    const { content } = this.#handle;
    const read = content === null ? emptyDocument : readDocument(content);
    this.#isWritable = read !== null;
    this.document = read ?? emptyDocument;
    this.ready = true;
    if (this.selected === null) this.selectedId = null;
  }

  /** Lets go; what waits is saved. */
  close(): void {
    this.#handle.close();
  }

  showBar(bar: ChartBar | null, before: ChartBar | null): void {
    this.bar = bar;
    this.barBefore = before;
  }

  pickTool(tool: string | null): void {
    this.tool = tool;
    if (tool !== null) {
      this.selectedId = null;
      this.drawingsHidden = false;
    }
  }

  select(id: string | null): void {
    this.selectedId = id;
  }

  addDrawing(drawing: Pick<Drawing, 'tool' | 'points'> & { readonly text?: string }): string {
    const id = this.#newId();
    this.#draw([...this.document.drawings, { text: '', ...drawing, ...this.nextStyle, id, locked: false }]);
    this.selectedId = id;
    this.tool = null;
    return id;
  }

  changeDrawing(id: string, change: Partial<Omit<Drawing, 'id' | 'tool'>>): void {
    this.#draw(this.document.drawings.map((drawing) => (drawing.id === id ? { ...drawing, ...change } : drawing)));
    const { colour, width, dashed } = { ...this.nextStyle, ...change };
    this.nextStyle = { colour, width, dashed };
  }

  removeDrawing(id: string): void {
    this.#draw(this.document.drawings.filter((drawing) => drawing.id !== id));
    if (this.selectedId === id) this.selectedId = null;
  }

  /** Undone like any other step. */
  removeAllDrawings(): void {
    if (this.document.drawings.length > 0) this.#draw([]);
    this.selectedId = null;
  }

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  toggleMagnet(): void {
    this.magnet = !this.magnet;
  }

  toggleLock(): void {
    this.drawingsLocked = !this.drawingsLocked;
  }

  toggleHidden(): void {
    this.drawingsHidden = !this.drawingsHidden;
    this.selectedId = null;
  }

  addIndicator(indicator: string, params: readonly number[]): string {
    const id = this.#newId();
    this.#save({ indicators: [...this.document.indicators, { id, indicator, params, colours: [], hidden: false }] });
    return id;
  }

  changeIndicator(id: string, change: Partial<Omit<PlacedIndicator, 'id' | 'indicator'>>): void {
    this.#save({ indicators: this.document.indicators.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  }

  removeIndicator(id: string): void {
    this.#save({ indicators: this.document.indicators.filter((one) => one.id !== id) });
  }

  setScale(scale: Scale): void {
    this.#save({ scale });
  }

  setBarSpace(barSpace: number): void {
    if (barSpace !== this.document.barSpace) this.#save({ barSpace });
  }

  /** Where a chart of this interval is scrolled to; null: the newest bar. */
  setEnd(interval: Interval, endMs: number | null): void {
    const { [interval]: before, ...others } = this.document.ends;
    if (endMs !== (before ?? null)) this.#save({ ends: endMs === null ? others : { ...others, [interval]: endMs } });
  }

  /** Instruments are compared in percent: the first one switches the scale. */
  setCompared(compared: readonly InstrumentId[]): void {
    const begins = this.document.compared.length === 0 && compared.length > 0;
    this.#save({ compared, ...(begins ? { scale: 'percentage' } : {}) });
  }

  showOverlay(key: string, shown: boolean): void {
    this.#save({ overlays: { ...this.document.overlays, [key]: shown } });
  }

  #draw(drawings: readonly Drawing[]): void {
    this.#undo = [...this.#undo.slice(1 - undoSteps), this.document.drawings];
    this.#redo = [];
    this.#count();
    this.#save({ drawings });
  }

  #step(from: (readonly Drawing[])[], to: (readonly Drawing[])[]): void {
    const drawings = from.pop();
    if (drawings === undefined) return;
    to.push(this.document.drawings);
    this.#count();
    this.#save({ drawings });
    if (this.selected === null) this.selectedId = null;
  }

  #count(): void {
    this.undoCount = this.#undo.length;
    this.redoCount = this.#redo.length;
  }

  #save(change: Partial<ChartDocument>): void {
    this.document = { ...this.document, ...change };
    if (this.#isWritable) this.#handle.change(writeDocument(this.document));
  }
}
